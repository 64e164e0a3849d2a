import type { Operation } from '../../context.ts'

export const getMetadata: Operation<'metadata.get'> = ({ content, locale }, { path }) => content.seo(path, locale)
