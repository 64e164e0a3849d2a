import { bust, card, chip, mark } from './pieces.ts'
import type { SceneName } from './scenes.ts'
import type { Picture } from './tile-art.ts'

// Banner art leaves the start side or the top empty: words are HTML on top, so every locale fits.
const wide = { w: 1470, h: 480, bare: true }
const tall = { w: 720, h: 1040, bare: true }
// biome-ignore format: one line for each picture reads as a table
export const banners: Picture[] = [
  { ...wide, id: 'b-table', colors: ['#12604A', '#052A21', '#2FA37C', '#EBDDB4'], glowAt: [0.78, 0.4], scene: [['wheel', { cx: 1130, cy: 290, r: 330 }]],
    extra: card(860, 300, 250, 'A', 'S', -16) + card(960, 310, 250, 'K', 'H', -2) + chip(800, 420, 62, '#E2592F') + chip(1010, 440, 54, '#1D2E66') },
  { ...wide, id: 'b-cup', colors: ['#5A1E8A', '#1A0733', '#FF9E4A', '#FFE0B0'], glowAt: [0.78, 0.45], scene: [['rays', { cx: 1130, cy: 230, n: 26 }]],
    symbols: [['tiger-face', 900, 300, 250, -10], ['crown', 1360, 300, 220, 10], ['trophy', 1130, 236, 400]] },
  { ...wide, id: 'b-pitch', colors: ['#11713A', '#05301B', '#9BE86A', '#FFFFFF'], glowAt: [0.8, 0.4], scene: ['stripes'],
    symbols: [['tennis', 870, 320, 210, -12], ['basketball', 1370, 330, 230, 10], ['soccer-ball', 1120, 230, 370]] },
  { ...wide, id: 'b-jackpot', colors: ['#1A2A7A', '#080C2B', '#5BB6FF', '#BFE3FF'], glowAt: [0.78, 0.45], scene: ['grid', 'stars'],
    symbols: [['coin', 880, 340, 160, -14], ['coin', 1390, 300, 180, 12], ['gem-stone', 1130, 236, 380]] },
  { ...wide, id: 'b-club', colors: ['#8A3A12', '#2A0F07', '#FFB45A', '#FFE3B8'], glowAt: [0.8, 0.45], scene: ['arches', 'bokeh'],
    under: bust(880, 340, 0.62, '#2B1B4D', '#D9B25A') + bust(1370, 340, 0.62, '#5A0F1E', '#14201B') + bust(1130, 290, 0.86, '#14352B', '#B3202E'), symbols: [['wolf', 880, 292, 226], ['lion', 1370, 292, 226], ['fox', 1130, 226, 310]] },
  { ...tall, id: 't-table', colors: ['#12604A', '#04231B', '#2FA37C', '#EBDDB4'], glowAt: [0.5, 0.5], scene: [['wheel', { cx: 360, cy: 730, r: 390 }]],
    extra: card(255, 640, 280, 'A', 'S', -16) + card(420, 640, 280, 'K', 'H', 6) + chip(170, 820, 76, '#E2592F') + chip(556, 826, 68, '#1D2E66') },
  { ...tall, id: 't-fox', colors: ['#C4511A', '#32100A', '#FFC46B', '#FFE9C8'], glowAt: [0.5, 0.5], scene: [['rays', { cx: 360, cy: 560, n: 24 }]],
    under: bust(360, 660, 1.36, '#14352B', '#B3202E', false), symbols: [['fox', 360, 560, 480]], extra: chip(140, 930, 80, '#E2592F') + chip(606, 940, 70, '#F4EAD2', '#B3202E') },
  { ...tall, id: 't-cup', colors: ['#5A1E8A', '#1A0733', '#FF9E4A', '#FFE0B0'], glowAt: [0.5, 0.52], scene: [['rays', { cx: 360, cy: 560, n: 24 }]],
    symbols: [['tiger-face', 170, 720, 250, -12], ['crown', 572, 720, 230, 10], ['trophy', 360, 530, 420]] },
  { ...tall, id: 't-pitch', colors: ['#11713A', '#05301B', '#9BE86A', '#FFFFFF'], glowAt: [0.5, 0.52], scene: ['stripes'],
    symbols: [['tennis', 150, 730, 240, -12], ['basketball', 580, 740, 250, 10], ['soccer-ball', 360, 530, 400]] },
  { ...tall, id: 't-jackpot', colors: ['#1A2A7A', '#080C2B', '#5BB6FF', '#BFE3FF'], glowAt: [0.5, 0.52], scene: ['stars'],
    symbols: [['coin', 150, 720, 180, -12], ['coin', 580, 700, 200, 10], ['gem-stone', 360, 540, 420]] },
]

// Loyalty characters: house dealers.
const dealer = (
  id: string,
  head: string,
  colors: Picture['colors'],
  scene: SceneName,
  coat: string,
  tie: string,
): Picture => ({
  id,
  w: 480,
  h: 600,
  bare: true,
  colors,
  scene: [scene],
  glowAt: [0.5, 0.42],
  under: bust(240, 330, 0.92, coat, tie),
  symbols: [[head, 240, 262, 330]],
})
export const characters = [
  dealer('c-fox', 'fox', ['#C4511A', '#32100A', '#FFC46B', '#FFE9C8'], 'arches', '#14352B', '#B3202E'),
  dealer('c-wolf', 'wolf', ['#2C5B8F', '#0A1C36', '#BFE6FF', '#0B2342'], 'hills', '#2B1B4D', '#D9B25A'),
  dealer('c-lion', 'lion', ['#A8741A', '#2A1605', '#FFD873', '#FFF0C0'], 'rays', '#5A0F1E', '#14201B'),
  dealer('c-panda', 'panda', ['#7A3FA8', '#1F0B38', '#E0B0FF', '#FFFFFF'], 'bokeh', '#161A1D', '#FF7A45'),
  dealer('c-frog', 'frog', ['#1E8A4A', '#06301C', '#B7F57A', '#FFFFFF'], 'waves', '#1B2F6B', '#F0C24B'),
]

// Shown where a picture is missing: no words, so it fits every game and language.
export const fallback: Picture = {
  id: 'fallback',
  bare: true,
  colors: ['#1F4A3E', '#0B1F1A', '#3A7D68', '#DDE8DF'],
  scene: ['suits'],
}

// What other sites show when somebody shares a page.
export const share: Picture = {
  id: 'og',
  w: 1200,
  h: 630,
  bare: true,
  colors: ['#12604A', '#052A21', '#2FA37C', '#EBDDB4'],
  glowAt: [0.78, 0.5],
  scene: [['wheel', { cx: 960, cy: 390, r: 350 }]],
  extra: [
    card(690, 400, 270, 'A', 'S', -16),
    card(800, 410, 270, 'K', 'D', -2),
    chip(640, 548, 66, '#E2592F'),
    chip(866, 566, 58, '#1D2E66'),
    `<g transform="translate(72 92) scale(3.4)">${mark('#FF8A3D', '#F3F6F2')}</g>`,
    '<text x="204" y="174" font-family="Geologica" font-weight="680" font-size="88" letter-spacing="-2.6" fill="#F3F6F2">Croupier</text>',
  ].join(''),
}
