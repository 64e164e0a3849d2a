/** `label` only where nothing else says that something is loading. */
export function Spinner({ label }: { label?: string }) {
  return label ? (
    <span role="status">
      <span className="spin" />
      <span className="sr">{label}</span>
    </span>
  ) : (
    <span className="spin" aria-hidden="true" />
  )
}
