/** The screen of one object: its answer, and its request. */
import type { ComponentChildren } from 'preact'
import { useAnswer } from '../client/answers.ts'
import { Request } from './list/request.tsx'
import { Page } from './page.tsx'
import { Answered } from './states.tsx'

type ObjectPageProps<T> = {
  /** Of the API. */
  readonly path: string
  /** Undefined: it is not loaded. */
  readonly title: (known: T | undefined) => string
  readonly heading?: (known: T) => ComponentChildren
  readonly more?: ComponentChildren | ((known: T) => ComponentChildren)
  readonly children: (known: T) => ComponentChildren
}

export function ObjectPage<T>({ path, title, heading, more, children }: ObjectPageProps<T>) {
  const known = useAnswer<T>(path)
  const { data } = known
  return (
    <Page
      title={title(data)}
      heading={data && heading?.(data)}
      more={typeof more === 'function' ? data && more(data) : more}
    >
      <Answered known={known} lines={12}>
        {children}
      </Answered>
      <Request path={path} />
    </Page>
  )
}

/** The name of an object: only its kind while it is not loaded. */
export const titleOf = (kind: string, name: string | undefined): string =>
  name === undefined ? kind : `${kind} ${name}`
