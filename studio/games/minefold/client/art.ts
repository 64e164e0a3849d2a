import { svg } from '../../../stage/dom.ts'

const shape = (points: string, fill: string) => svg('polygon', { points, fill })

/** A gem of folded paper: flat facets, one light from above. */
export const gem = () =>
  svg(
    'svg',
    { viewBox: '0 0 48 48', class: 'mf-gem' },
    shape('14,10 34,10 29,20 19,20', '#e9fffa'),
    shape('14,10 19,20 5,20', '#9ff0df'),
    shape('34,10 43,20 29,20', '#7fe3d0'),
    shape('5,20 19,20 24,42', '#5fd0bd'),
    shape('19,20 29,20 24,42', '#b6f7ea'),
    shape('43,20 29,20 24,42', '#3cb3a1'),
  )

/** A mine of dark paper with a lit end. Not red: it is an end, not a scolding. */
export const mine = () =>
  svg(
    'svg',
    { viewBox: '0 0 48 48', class: 'mf-mine' },
    shape('24,12 36,18 40,30 32,41 16,41 8,30 12,18', '#1c2b30'),
    shape('24,12 36,18 24,27', '#5d747b'),
    shape('24,12 12,18 24,27', '#7e979e'),
    shape('12,18 8,30 24,27', '#4a5f66'),
    shape('36,18 40,30 24,27', '#3a4c52'),
    shape('8,30 16,41 24,27', '#2f3f45'),
    shape('40,30 32,41 24,27', '#243338'),
    shape('22,12 26,12 31,5 28,4', '#8b7a55'),
    shape('28,4 31,5 36,1 33,7 38,8 32,9 33,13 29,8', '#ffc35a'),
  )
