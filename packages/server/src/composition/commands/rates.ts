import { type Cents, cents, limits } from '@svc/api'
import type { Command } from 'commander'
import { type PolicyWish, readRates } from '../../model/exposure/rules.ts'
import { type Environment, settingsOf } from '../command-line.ts'
import { fail, refuse, run } from './command-run.ts'
import { read } from './without-service.ts'

type RateFlags = {
  readonly currency: string
  readonly exposureMax?: string
  readonly rates?: string
}

/** `svc rates …`: a person's limit over all stores, and how currencies are added. */
export function addRates(program: Command, environment: Environment): void {
  const settings = () => settingsOf(program, environment, refuse)
  const print = (answer: object) =>
    void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
  const rates = program.command('rates').description('the exposure policy and exchange rates')
  rates
    .command('show')
    .description('prints the current policy and rates as JSON')
    .action(async () => {
      print(await read(settings(), 'show-rates', {}).catch(fail('the rates could not be read')))
    })
  rates
    .command('set')
    .description(
      'sets them from the next signature on, while there are fewer than two administrators',
    )
    .requiredOption('--currency <code>', 'ISO 4217 code in which amounts are added')
    .option(
      '--exposure-max <amount>',
      'maximum that a person may owe, in minor units; none: the limit of each store',
    )
    .option('--rates <list>', 'value of one unit of other currencies: USD=0.92,GBP=1.165')
    .action(async (flags: RateFlags) => {
      const policy = policyOf(flags)
      print(await run(settings(), 'set-rates', { policy }).catch(fail('no rates could be set')))
    })
}

/** Every flag that is wrong is named. */
function policyOf(flags: RateFlags): PolicyWish {
  const { currency, exposureMax, rates: list } = flags
  const rates = list === undefined ? undefined : readRates(list, currency)
  const max = exposureMax === undefined ? undefined : readMax(exposureMax)
  const faults = [
    ...(/^[A-Z]{3}$/.test(currency) ? [] : ['--currency must be a code such as EUR']),
    ...(exposureMax !== undefined && max === undefined
      ? [`--exposure-max must be 0 to ${limits.amountMax} in minor units, or none`]
      : []),
    ...(list !== undefined && rates === undefined
      ? [`--rates must be a list like USD=0.92,GBP=1.165, each once and without ${currency}`]
      : []),
  ]
  if (faults.length > 0) return refuse(faults)
  return {
    currency,
    ...(max === undefined ? {} : { exposureMax: max }),
    ...(rates === undefined ? {} : { rates }),
  }
}

/** Null: none; undefined: it is no amount. */
function readMax(text: string): Cents | null | undefined {
  if (text === 'none') return null
  const amount = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
  return amount <= limits.amountMax ? cents(amount) : undefined
}
