/** The actions of the last day, across all stores; each leads to its rows. */
import type { Answered as AnswerOf, TodayAnswer } from '@svc/api'
import { useHasWhole } from '../../client/powers.ts'
import { Figure } from '../../parts/figure.tsx'
import { count, dayAndTime } from '../../parts/format.ts'
import { Block } from '../../parts/page.tsx'
import { href } from '../../shell/place.ts'
import { tf } from '../../texts/figures.ts'

type Shown = NonNullable<AnswerOf<typeof TodayAnswer>['news']>

/** Lists that everybody with their screen may read, by the day of the action. */
const LISTS: Readonly<Record<string, readonly [path: string, property: string]>> = {
  'checkout.sign': ['/orders', 'verified'],
  'order.confirm': ['/orders', 'confirmed'],
  'approval.request': ['/inbox', 'created'],
}

export function News({ since, complete, actions }: Shown) {
  const hasLog = useHasWhole('actions:read')
  const names: Readonly<Record<string, string>> = tf.news.names
  const placeOf = (action: string): string | undefined => {
    const [path, property] = LISTS[action] ?? []
    if (path !== undefined)
      return href(path, new URLSearchParams({ [`${property}-gte`]: since }).toString())
    return hasLog
      ? href('/log', new URLSearchParams({ action, 'at-gte': since }).toString())
      : undefined
  }
  return (
    <Block title={tf.news.title}>
      <p class="hint">
        {tf.news.since(dayAndTime(since))} {!complete && tf.news.part}
      </p>
      {actions.length === 0 ? (
        <p class="hint">{tf.news.none}</p>
      ) : (
        <ul class="figures">
          {actions.map(({ action, count: done }) => (
            <Figure key={action} name={names[action] ?? action} to={placeOf(action)}>
              {count(done)}
            </Figure>
          ))}
        </ul>
      )}
    </Block>
  )
}
