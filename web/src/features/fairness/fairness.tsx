export { Fact } from './fair-section.tsx'
export { VerifyRecord } from './verify-record.tsx'
export type { RoundRecord } from './verify-rules.ts'
