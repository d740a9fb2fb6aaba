import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

type LateProps<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
  readonly with: Props
  /** The files of this version are gone. */
  readonly onGone?: () => void
}

/** Loaded when it is wanted first. */
export function Late<Props extends object>({ load, with: props, onGone }: LateProps<Props>) {
  const [Content, setContent] = useState<ComponentType<Props>>()
  useEffect(() => {
    load().then((loaded) => setContent(() => loaded), onGone ?? (() => {}))
  }, [])
  return Content === undefined ? null : <Content {...props} />
}
