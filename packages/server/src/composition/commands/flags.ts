import type { Static, TSchema } from '@svc/api'
import { compile } from '../../platform/http/checker.ts'
import { rules } from '../gate/rules-of-schemas.ts'
import { refuse } from './command-run.ts'

/** Values that the API would refuse in a body are refused as flags too, all together. */
export function checkFlags<S extends TSchema>(
  schema: S,
  flags: Readonly<Record<string, unknown>>,
): Static<S> {
  const { value, fields } = compile(schema, rules)(flags)
  if (fields === undefined) return value
  return refuse(
    Object.entries(fields).map(([field, sentences]) => {
      const [name = '', ...rest] = field.split('.')
      const flag = ['--', name.replaceAll('_', '-'), ...rest.map((each) => ` ${each}`)].join('')
      return `${flag} ${sentences.join('; ')}`
    }),
  )
}

/** The values between commas. */
export function listOf(text: string | undefined): string[] | undefined {
  return text?.split(',').map((each) => each.trim())
}
