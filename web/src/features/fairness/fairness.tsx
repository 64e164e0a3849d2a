export { Fact } from './fact.tsx'
export { VerifyRecord } from './verify-record.tsx'
