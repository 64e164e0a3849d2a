/** A chip with the number of its level. */
export const ChipMark = ({ level }: { level: number }) => (
  <svg className="club-chip" viewBox="0 0 64 64" aria-hidden="true">
    <circle cx="32" cy="32" r="30" className="club-chip-a" />
    <circle cx="32" cy="32" r="26" className="club-chip-edge" pathLength="80" strokeDasharray="5 5" />
    <circle cx="32" cy="32" r="19" className="club-chip-a club-chip-ring" />
    <text x="32" y="39" textAnchor="middle">
      {level}
    </text>
  </svg>
)
