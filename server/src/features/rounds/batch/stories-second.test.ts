import { tellStories } from '../../../test/stories.ts'

await tellStories(1, 2)
