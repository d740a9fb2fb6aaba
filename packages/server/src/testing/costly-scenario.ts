/** A store that pays a fee for each capture, and for a campaign that takes half of the interest. */
import { rate } from '@svc/api'
import { standardSettings } from '../model/stores/new-store.ts'
import type { StoreSettings } from '../model/stores/store-account.ts'
import type { Database } from '../platform/database/database.ts'
import { createCampaign } from '../tenancy/campaigns/create-campaign.ts'
import { createScenario, type Scenario, type ScenarioOptions } from './scenario.ts'

/** 2.50 % and 0.30. */
const fees = { fee_rate: 250, fee_fixed: 30 }

export async function createCostlyScenario(
  database: Database,
  { clock, settings }: ScenarioOptions = {},
): Promise<Scenario> {
  const products = standardSettings.products.map((terms) => ({ ...terms, ...fees }))
  const own: Partial<StoreSettings> = { products, ...settings }
  const scenario = await createScenario(database, {
    settings: own,
    ...(clock === undefined ? {} : { clock }),
  })
  await createCampaign(scenario.writing, scenario.caller, {
    name: 'Half of the interest',
    startAt: new Date('2026-01-01T00:00:00Z'),
    endAt: null,
    interest: rate(5_000),
    partial: false,
    numInstalments: [],
    minOrderAmount: null,
    maxOrderAmount: null,
  })
  return scenario
}
