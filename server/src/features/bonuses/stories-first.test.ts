import { tellBonusStories } from '../../test/bonus-stories.ts'

await tellBonusStories(0, 2)
