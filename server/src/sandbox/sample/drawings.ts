import { fieldCount, hours, wheel } from './math.ts'

const point = (turn: number, far: number) =>
  `${(200 + far * Math.sin(turn)).toFixed(2)} ${(200 - far * Math.cos(turn)).toFixed(2)}`
const all = (count: number, draw: (turn: number, at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw((at * 2 * Math.PI) / count, at)).join('')

const brass = `<linearGradient id="brass" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff1c4"/><stop offset=".35" stop-color="#d9a441"/>
<stop offset=".65" stop-color="#8f5d17"/><stop offset="1" stop-color="#f3cf7e"/></linearGradient>`

function fields(): string {
  const width = (2 * Math.PI) / fieldCount
  return wheel
    .map((hour, at) => {
      const [from, to] = [(at - 0.5) * width, (at + 0.5) * width]
      const turn = ((at * 360) / fieldCount).toFixed(2)
      return `<g data-hour="${hour}" data-field="${at}"><path d="M${point(from, 118)}L${point(from, 180)}A180 180 0 0 1 ${point(to, 180)}L${point(to, 118)}A118 118 0 0 0 ${point(from, 118)}Z"/>
<text transform="rotate(${turn} 200 200)" x="200" y="${hour > 2 ? 38 : 37}">${hours[hour]?.name ?? ''}</text></g>`
    })
    .join('')
}

/** An astronomer's clock whose dial turns below a tongue of brass. */
export const clock = (): string => `<svg id="clock" viewBox="0 0 400 400" aria-hidden="true"><defs>${brass}
<radialGradient id="night"><stop stop-color="#4b3aa8"/><stop offset=".7" stop-color="#241a63"/><stop offset="1" stop-color="#150f40"/></radialGradient>
<linearGradient id="sand" x2="0" y2="1"><stop stop-color="#ffd98a"/><stop offset="1" stop-color="#e08a2e"/></linearGradient></defs>
<circle cx="200" cy="200" r="198" fill="url(#brass)"/><circle cx="200" cy="200" r="188" fill="#2b1a0c"/>
<g id="disc">${fields()}${all(fieldCount, (turn) => {
  const at = turn + Math.PI / fieldCount
  return `<circle class="pin" cx="${point(at, 184).replace(' ', '" cy="')}" r="2.4"/>`
})}<circle cx="200" cy="200" r="118" fill="url(#night)" stroke="url(#brass)" stroke-width="5"/>
${all(12, (turn) => `<path class="ray" d="M${point(turn, 108)}L${point(turn, 92)}"/>`)}
${all(24, (turn, at) => `<circle class="star" cx="${point(turn * 2.4 + at, 40 + ((at * 37) % 50)).replace(' ', '" cy="')}" r="${0.8 + (at % 3) * 0.5}"/>`)}</g>
<circle cx="200" cy="200" r="62" fill="#1b1350" stroke="url(#brass)" stroke-width="4"/>
<g class="glass"><path d="M178 160h44v6c0 22-15 26-15 34s15 12 15 34v6h-44v-6c0-22 15-26 15-34s-15-12-15-34z" fill="#cfe9ff" fill-opacity=".28" stroke="#e7f4ff" stroke-width="2"/>
<path d="M184 176h32c-3 11-12 14-14 22h-4c-2-8-11-11-14-22z" fill="url(#sand)"/><path d="M182 238c2-14 14-18 18-26 4 8 16 12 18 26z" fill="url(#sand)"/><path d="M200 198v16" stroke="#ffcf78" stroke-width="1.6"/>
<path d="M172 154h56v8h-56zM172 238h56v8h-56z" fill="url(#brass)"/></g>
<g id="pointer"><path d="M200 46l-13-34a14 14 0 1 1 26 0z" fill="url(#brass)" stroke="#4a2c07" stroke-width="1.5"/><circle cx="200" cy="9" r="5" fill="#c8324b"/></g></svg>`

const crowd = Array.from({ length: 126 }, (_, at) => {
  const row = Math.floor(at / 42)
  const tone = ['#f4d9c2', '#d9b08c', '#8f5b3c', '#e8e0f5', '#7fd1a8', '#ffd166', '#ef6f6c'][(at * 5 + row * 3) % 7]
  return `<circle cx="${((at % 42) * 9.6 + (row % 2) * 4.8 + 2).toFixed(1)}" cy="${8 + row * 11}" r="3.6" fill="${tone}" fill-opacity="${0.34 + row * 0.08}"/>`
}).join('')

const netLines = [
  ...Array.from({ length: 13 }, (_, at) => `M${66 + at * 22.3} 74L${76 + at * 20.6} 196`),
  ...Array.from({ length: 7 }, (_, at) => `M${67 + at * 1.6} ${88 + at * 17}H${333 - at * 1.6}`),
].join('')

const keeper = `<g id="keeper"><path d="M184 196l-6 22M216 196l6 22" stroke="#10233f" stroke-width="12" stroke-linecap="round"/>
<path d="M170 224h14M216 224h14" stroke="#fff" stroke-width="7" stroke-linecap="round"/>
<path d="M178 152l-24-26M222 152l24-26" stroke="#ffb52e" stroke-width="13" stroke-linecap="round"/><circle cx="151" cy="122" r="9" fill="#fff"/><circle cx="249" cy="122" r="9" fill="#fff"/>
<path d="M172 150q28-16 56 0l-6 50h-44z" fill="#ffb52e"/><path d="M178 198h44l2 10h-48z" fill="#10233f"/><path d="M196 156h8v30h-8z" fill="#c97a08"/>
<circle cx="200" cy="127" r="16" fill="#e9b48a"/><path d="M184 124a16 16 0 0 1 32 0q-16-8-32 0z" fill="#3b2314"/></g>`

const ball = `<g id="ball"><circle cx="200" cy="266" r="21" fill="#fff"/><circle cx="200" cy="266" r="21" fill="url(#round)"/>
<path d="M200 256l9.5 7-3.600 11h-11.800l-3.600-11z" fill="#2563d9"/><path d="M200 256v-10M209.5 263l9.5-3M205.900 274l6 8M194.100 274l-6 8M190.500 263l-9.5-3" stroke="#2563d9" stroke-width="2.5"/></g>`

/** A ground at night, seen from the penalty spot. */
export const pitch = (): string => `<svg viewBox="0 0 400 300" aria-hidden="true"><defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#071a2e"/><stop offset="1" stop-color="#123c4c"/></linearGradient>
<linearGradient id="grass" x2="0" y2="1"><stop stop-color="#12632f"/><stop offset="1" stop-color="#2fa550"/></linearGradient>
<radialGradient id="lamp"><stop stop-color="#fff" stop-opacity=".9"/><stop offset="1" stop-color="#cfe8ff" stop-opacity="0"/></radialGradient>
<radialGradient id="round" cx=".35" cy=".3"><stop stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#0b2447" stop-opacity=".45"/></radialGradient></defs>
<path d="M0 0h400v80H0z" fill="url(#sky)"/>${crowd}<circle cx="42" cy="10" r="60" fill="url(#lamp)"/><circle cx="358" cy="10" r="60" fill="url(#lamp)"/>
<path d="M0 38h400v24H0z" fill="#0c2d52"/><text class="board" x="104" y="55">HALCYON</text><text class="board" x="290" y="55">GOAL STREAK</text>
<path d="M0 62h400v238H0z" fill="url(#grass)"/><path d="M0 84h400v24H0zM0 134h400v32H0zM0 200h400v44H0z" fill="#fff" fill-opacity=".05"/>
<path d="M0 216h400" stroke="#fff" stroke-opacity=".7" stroke-width="3"/><path d="M18 216l-40 84M382 216l40 84" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>
<g id="net"><path d="M64 70h272v146H64z" fill="#06202f" fill-opacity=".5"/><path d="${netLines}" stroke="#fff" stroke-opacity=".38" fill="none"/></g>
<path d="M61 218V68h278v150" fill="none" stroke="#fff" stroke-width="8" stroke-linejoin="round"/><path d="M58 218V66" stroke="#b9c8d6" stroke-width="1.5"/>
${keeper}<ellipse cx="200" cy="286" rx="26" ry="4" fill="#fff" fill-opacity=".6"/><ellipse id="shade" cx="200" cy="287" rx="20" ry="5" fill="#052" fill-opacity=".6"/>${ball}</svg>`
