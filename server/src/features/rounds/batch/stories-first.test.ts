import { tellStories } from '../../../test/stories.ts'

await tellStories(0, 2)
