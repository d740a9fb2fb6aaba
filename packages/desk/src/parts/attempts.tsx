/** The result of each attempt to reach a store's server. */
import type { Answered, AttemptAnswer } from '@svc/api'
import { word } from '../texts/texts.ts'
import { Table } from './table.tsx'
import { Moment, NONE, Words } from './values.tsx'

type Attempt = Answered<typeof AttemptAnswer>

export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return null
  return (
    <Table
      label={word('attempts')}
      rows={attempts}
      keyOf={({ number }) => number}
      cells={[
        { name: 'number', cell: ({ number }) => number },
        { name: 'started', cell: ({ started }) => <Moment at={started} /> },
        {
          ...{ name: 'http_status', isEnd: true },
          cell: ({ status, failure }) => status ?? <bdi lang="en">{failure ?? ''}</bdi>,
        },
        { name: 'milliseconds', isEnd: true, cell: ({ duration }) => duration },
        {
          name: 'response',
          cell: ({ response }) =>
            response === null || response === '' ? (
              NONE
            ) : (
              <code>
                <Words>{response.slice(0, 200)}</Words>
              </code>
            ),
        },
      ]}
    />
  )
}
