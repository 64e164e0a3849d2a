export { ControlAside } from './control-aside.tsx'
export { ControlPage } from './control-page.tsx'
export { openDepositLimit } from './open-deposit-limit.tsx'
