import './crest.css'
import { crestOf, faceOf, isPerson } from './crest-rules.ts'

const shield = 'M12 1.5 21 4v8.5c0 5-4 8.3-9 10-5-1.7-9-5-9-10V4Z'

const isAddress = (crest: string) => /^(\/|https:)/.test(crest)

type Props = { side: { id: number; crest: string }; sport: string; size?: number }

/** The crest of a team or the face of a player. Always beside the name it belongs to. */
export function Crest({ side: { id, crest }, sport, size = 20 }: Props) {
  if (isAddress(crest)) return <img className="crest" src={crest} width={size} height={size} alt="" loading="lazy" />
  return (
    <svg className="crest" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {isPerson(sport) ? <Face id={id} /> : <Shield id={id} />}
    </svg>
  )
}

function Shield({ id }: { id: number }) {
  const { ground, cut, colour } = crestOf(id)
  return (
    <>
      <g className="crest-shield">
        <path d="M0 0h24v24H0z" fill={ground} />
        <path d={cut} fill={colour} />
      </g>
      <path d={shield} fill="none" stroke="currentColor" strokeOpacity=".38" strokeWidth="1.2" />
    </>
  )
}

function Face({ id }: { id: number }) {
  const { ground, shirt, skin, hair, hairCut } = faceOf(id)
  return (
    <>
      <g className="crest-round">
        <path d="M0 0h24v24H0z" fill={ground} />
        <path d="M3.5 24a8.5 7.5 0 0 1 17 0Z" fill={shirt} />
        <path d="M10.2 13h3.6v3.4a1.8 1.8 0 0 1-3.6 0Z" fill={skin} />
        <ellipse cx="12" cy="10.6" rx="4" ry="4.7" fill={skin} />
        {hairCut && <path d={hairCut} fill={hair} />}
      </g>
      <circle cx="12" cy="12" r="11" fill="none" stroke="currentColor" strokeOpacity=".38" strokeWidth="1.2" />
    </>
  )
}
