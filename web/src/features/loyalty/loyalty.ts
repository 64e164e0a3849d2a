export { tellClubNotices } from './tell-notices.tsx'
