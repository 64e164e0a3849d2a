import { tellBonusStories } from '../../test/bonus-stories.ts'

await tellBonusStories(1, 2)
