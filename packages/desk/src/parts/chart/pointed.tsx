/** A chart whose points are reached with arrow keys or the pointer, and announced. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Legend } from './fills.tsx'
import { type Chart, textAt } from './scale.ts'

const WIDTH = 300
/** Beside days: for the scale. */
const SCALE_WIDTH = 48

type PointedProps = {
  readonly chart: Chart
  /** Its points are below each other. */
  readonly isDown?: boolean
  readonly isLines?: boolean
  /** `id` names its fills; `width` is that of the drawing in pixels, without the scale's. */
  readonly children: (at: number, id: string, width: number) => ComponentChildren
}

export function Pointed({ chart, isDown = false, isLines = false, children }: PointedProps) {
  const { title, points, series } = chart
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(WIDTH)
  const [chosen, choose] = useState(Number.POSITIVE_INFINITY)
  const last = points.length - 1
  const inset = isDown ? 0 : SCALE_WIDTH
  // For days the newest; if sorted by size the largest.
  const at = chosen > last ? (isDown ? 0 : last) : chosen
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const observer = new ResizeObserver(() => setWidth(current.clientWidth - inset))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const step = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowRight: 1, ArrowDown: isDown ? 1 : -1, PageDown: 7 },
      ...{ ArrowLeft: -1, ArrowUp: isDown ? -1 : 1, PageUp: -7 },
      ...{ Home: -points.length, End: points.length },
    }
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    choose(Math.max(0, Math.min(last, at + by)))
  }
  const point = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    if (!(currentTarget instanceof Element)) return
    const { left, top, width: wide, height } = currentTarget.getBoundingClientRect()
    const share = isDown ? (clientY - top) / height : (clientX - left - inset) / (wide - inset)
    choose(Math.max(0, Math.min(last, Math.floor(share * points.length))))
  }
  const said = textAt(chart, at)
  return (
    <figure class="chart">
      <figcaption>
        <h3>{title}</h3>
        {series.length > 1 && (
          <Legend id={id} names={series.map(({ name }) => name)} isLines={isLines} />
        )}
      </figcaption>
      <div
        ref={box}
        role="slider"
        class={isDown ? '' : 'scaled'}
        tabIndex={0}
        aria-label={title}
        aria-orientation={isDown ? 'vertical' : 'horizontal'}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={said}
        onKeyDown={step}
        onPointerMove={point}
      >
        {children(at, id, width)}
      </div>
      <p class="hint">{said}</p>
    </figure>
  )
}
