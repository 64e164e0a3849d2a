import { useEffect, useRef, useState } from 'react'

/** Whether a sticky part has left its own place and hangs at the upper edge: only then it needs a ground of its own. */
export function useStuck() {
  const ref = useRef<HTMLDivElement>(null)
  const [isStuck, setStuck] = useState(false)
  useEffect(() => {
    const part = ref.current
    if (!part) return
    const edgePx = Number.parseFloat(getComputedStyle(part).insetBlockStart) || 0
    const sight = new IntersectionObserver(
      ([entry]) =>
        setStuck(entry !== undefined && entry.intersectionRatio < 1 && entry.boundingClientRect.top <= edgePx),
      { threshold: 1, rootMargin: `${-edgePx - 1}px 0px 0px 0px` },
    )
    sight.observe(part)
    return () => sight.disconnect()
  }, [])
  return { ref, isStuck }
}
