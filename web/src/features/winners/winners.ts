export { default as SideNews } from './side-news.tsx'
export { askWinners } from './winner-data.ts'
export { askRow, WinnersRow } from './winners-row.tsx'
export { WinnersTable } from './winners-table.tsx'
