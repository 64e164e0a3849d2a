import { useEffect, useState } from 'react'

/** A code for a camera. Its drawing is loaded when it is needed; its room is kept from the start. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [svg, setSvg] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    import('uqr').then(
      ({ renderSVG }) => isWanted && setSvg(renderSVG(text, { border: 1 })),
      // The text beside it says the same.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [text])
  if (!svg) return <div className="qr qr-wait" aria-hidden="true" />
  // A picture, not markup: whatever is in it cannot run.
  return (
    <img className="qr" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} width={192} height={192} />
  )
}
