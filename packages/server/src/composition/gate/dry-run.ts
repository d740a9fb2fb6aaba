import { recordOf } from '@svc/api'
import type { Database, Writer } from '../../platform/database/database.ts'
import { dryRun } from '../../platform/database/dry-run.ts'
import type { Answer } from '../../platform/database/once.ts'
import { Refused } from '../../platform/refusal.ts'
import { answer, type Route } from '../../tenancy/caller/route.ts'
import { effectsOf } from './effects.ts'

const NAME = 'dry_run'
/** However somebody may spell it. */
const MEANT = /^dry[-_ ]?run(\[\])?$/i

/**
 * Whether `dry_run` asks for the effects only. Carrying a write out although only its effects were
 * asked for would be worse than refusing: what is not clearly yes or no is refused, another
 * spelling too, and so is the parameter where a write has no dry run.
 */
export function isDryRun(route: Route, query: URLSearchParams): boolean {
  if (route.method === 'GET') return false
  const [name, ...others] = [...query.keys()].filter((each) => MEANT.test(each))
  if (name === undefined) return false
  const text = query.get(NAME)
  const known = route.dryRun === true
  const clear = name === NAME && others.length === 0 && (text === 'true' || text === 'false')
  if (known && clear) return text === 'true'
  const sentence = known
    ? 'must be one dry_run, true or false'
    : 'is not a parameter of this operation'
  throw new Refused('query_invalid', { fields: { [name]: [sentence] } })
}

/** The operation's answer with its effects added; without a body, only those. */
export async function answerDryRun<T>(
  database: Database,
  operation: (writer: Writer) => Promise<T>,
  render: (result: T) => Answer,
): Promise<Answer> {
  const { result, effects } = await dryRun(database, operation, effectsOf)
  const { status, body } = render(result)
  return body === null
    ? answer(200, { effects })
    : answer(status, { ...recordOf(JSON.parse(body)), effects })
}
