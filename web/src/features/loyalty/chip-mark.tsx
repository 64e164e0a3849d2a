/** A chip with the number of its level, unless content has a picture of it. */
export const ChipMark = ({ level, image }: { level: number; image: string }) =>
  image ? (
    <img className="club-chip" src={image} alt="" width={56} height={56} loading="lazy" />
  ) : (
    <Chip level={level} />
  )

const Chip = ({ level }: { level: number }) => (
  <svg className="club-chip" viewBox="0 0 64 64" aria-hidden="true">
    <circle cx="32" cy="32" r="30" className="club-chip-a" />
    <circle cx="32" cy="32" r="26" className="club-chip-edge" pathLength="80" strokeDasharray="5 5" />
    <circle cx="32" cy="32" r="19" className="club-chip-a club-chip-ring" />
    <text x="32" y="39" textAnchor="middle">
      {level}
    </text>
  </svg>
)
