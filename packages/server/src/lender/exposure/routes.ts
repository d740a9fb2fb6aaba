import {
  ExchangeRatesAnswer,
  ExchangeRatesBody,
  ExposurePolicyAnswer,
  ExposurePolicyBody,
} from '@svc/api'
import { type Setting, setPolicy } from '../../checkout/exposure/set-policy.ts'
import { listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, type LenderRequest, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getPolicy } from './get-policy.ts'
import { policyIn, ratesIn } from './input.ts'
import { readVersions } from './read-versions.ts'
import { replayPolicy } from './replay-policy.ts'
import { exposurePolicyView, policyVersionView, ratesVersionView, ratesView } from './view.ts'

/** One policy, of no mode: the rates are a part of it, and either is changed by itself. */
const approval = {
  action: 'policy',
  object: () => ({ kind: 'exposure_policy', id: 'exposure' }),
} as const
const [policyPath, ratesPath] = ['/lender/exposure-policy', '/lender/exchange-rates'] as const
const [reads, writes] = ['decisions:read', 'policies:write'] as const

export function exposurePolicyRoutes(service: Service): Route[] {
  return [
    ...versionRoutes(service),
    lenderRoute({
      ...{ method: 'GET', path: policyPath, permission: reads, doc: docs.getPolicy },
      async handle() {
        return answer(200, exposurePolicyView(await getPolicy(service)))
      },
    }),
    lenderRoute({
      ...{ method: 'PATCH', path: policyPath, permission: writes, doc: docs.changePolicy },
      ...{ body: ExposurePolicyBody, knownBy: ExposurePolicyAnswer, dryRun: true, approval },
      handle(request) {
        const sent = { ...request.body, wish: policyIn(request.body) }
        return change(service, request, { ...sent, view: exposurePolicyView })
      },
    }),
    lenderRoute({
      ...{ method: 'GET', path: ratesPath, permission: reads, doc: docs.getRates },
      async handle() {
        return answer(200, ratesView(await getPolicy(service)))
      },
    }),
    lenderRoute({
      ...{ method: 'PATCH', path: ratesPath, permission: writes, doc: docs.changeRates },
      ...{ body: ExchangeRatesBody, knownBy: ExchangeRatesAnswer, dryRun: true, approval },
      handle(request) {
        const sent = { ...request.body, wish: { rates: ratesIn(request.body.rates) } }
        return change(service, request, { ...sent, view: ratesView })
      },
    }),
  ]
}

/** Earlier versions: decisions name the version that they were made by. */
function versionRoutes(service: Service): Route[] {
  const [policies, rates] = [`${policyPath}/versions`, `${ratesPath}/versions`] as const
  return [
    listRoute({
      ...{ path: policies, permission: reads, doc: docs.listPolicies },
      read: ({ query }) => readVersions(service, query),
      view: policyVersionView,
    }),
    listRoute({
      ...{ path: rates, permission: reads, doc: docs.listRates },
      read: ({ query }) => readVersions(service, query),
      view: ratesVersionView,
    }),
  ]
}

type Change = Required<Setting> & { readonly view: typeof exposurePolicyView | typeof ratesView }

async function change(
  service: Service,
  { caller, dryRun, writeInRealTime }: Pick<LenderRequest, 'caller' | 'dryRun' | 'writeInRealTime'>,
  { version, reason, wish, view }: Change,
) {
  const replay = dryRun ? await replayPolicy(service, caller, wish) : undefined
  return writeInRealTime(
    (writing) => setPolicy(writing, { wish, version, reason }),
    (policy) => answer(200, view(policy, replay)),
  )
}
