/** Colours of a side that brought no crest along: always the same two for the same number. */
const colours = [
  '#1d4ed8',
  '#b91c3b',
  '#166534',
  '#7c2d12',
  '#4c1d95',
  '#0e7490',
  '#b45309',
  '#0369a1',
  '#be185d',
] as const
const seconds = ['#ffffff', '#fde68a', '#111827', '#e0f2fe'] as const
const shield = 'M12 1.5 21 4v8.5c0 5-4 8.3-9 10-5-1.7-9-5-9-10V4Z'
const halves = ['M12 0h12v24H12z', 'M0 8h24v6H0z', 'M-2 16 18-4l6 6L4 22Z', 'M6 0h4v24H6zM14 0h4v24h-4z'] as const

const isAddress = (crest: string) => /^(\/|https:)/.test(crest)

/** Always beside the name it belongs to. */
export function Crest({ id, crest, size = 20 }: { id: number; crest: string; size?: number }) {
  if (isAddress(crest)) return <img className="crest" src={crest} width={size} height={size} alt="" loading="lazy" />
  const clip = `crest-${id}`
  return (
    <svg className="crest" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <clipPath id={clip}>
        <path d={shield} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d="M0 0h24v24H0z" fill={colours[id % colours.length]} />
        <path d={halves[id % halves.length]} fill={seconds[Math.floor(id / 4) % seconds.length]} />
      </g>
      <path d={shield} fill="none" stroke="currentColor" strokeOpacity=".38" strokeWidth="1.2" />
    </svg>
  )
}
