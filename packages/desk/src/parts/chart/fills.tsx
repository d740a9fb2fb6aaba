/** Colours, each with a pattern, for people who cannot distinguish colours. */
const PATTERNS = ['', 'M-1 5 5 -1M3 9 9 3', 'M1 1h3v3h-3z', 'M0 4h8M4 0v8', 'M0 2h8M0 6h8']

type FillsProps = { readonly id: string; readonly count: number }

export const Fills = ({ id, count }: FillsProps) => (
  <defs>
    {PATTERNS.slice(0, count).map((path, index) => (
      <pattern key={path} id={`${id}-${index}`} width="8" height="8" patternUnits="userSpaceOnUse">
        <rect class={`fill-${index}`} width="8" height="8" />
        <path class="over" d={path} />
      </pattern>
    ))}
  </defs>
)

type LegendProps = {
  readonly id: string
  readonly names: readonly string[]
  readonly isLines: boolean
}

export const Legend = ({ id, names, isLines }: LegendProps) => (
  <ul class="legend">
    {names.map((name, index) => (
      <li key={name}>
        <svg width="24" height="16" aria-hidden="true">
          {isLines ? (
            <path class={`line line-${index}`} d="M1 8h22" />
          ) : (
            <rect width="24" height="16" fill={`url(#${id}-${index})`} />
          )}
        </svg>{' '}
        {name}
      </li>
    ))}
  </ul>
)
