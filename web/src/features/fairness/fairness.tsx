export { Fact } from './fact.tsx'
export { VerifyRecord } from './verify-record.tsx'
export type { RoundRecord } from './verify-rules.ts'
