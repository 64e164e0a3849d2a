export { ControlAside } from './control-aside.tsx'
export { ControlPage } from './control-page.tsx'
