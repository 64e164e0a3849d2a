import { useShell } from '../shell.ts'

const rules = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** An operator's colours: custom properties after our own. Names and values were checked where content is parsed. */
export function Brand() {
  const { dark, light } = useShell().config.site.brand
  if (Object.keys(dark).length + Object.keys(light).length === 0) return null
  return <style>{`:root{${rules(dark)}}[data-theme=light]{${rules(light)}}`}</style>
}
