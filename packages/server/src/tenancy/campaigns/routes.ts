import { CampaignBody, type CampaignChange, CampaignChangeBody } from '@svc/api'
import { pageView } from '../../platform/http/paging.ts'
import type { Caller } from '../caller/context.ts'
import { storePath } from '../caller/merchant-paths.ts'
import { answer, type KeyedRoute, NO_CONTENT, route } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { createCampaign } from './create-campaign.ts'
import { deleteCampaign } from './delete-campaign.ts'
import * as docs from './docs.ts'
import { editCampaign } from './edit-campaign.ts'
import { getCampaign } from './get-campaign.ts'
import { campaignFaults, changedCampaign, wholeCampaign } from './input.ts'
import { listCampaigns } from './list-campaigns.ts'
import { campaignView } from './view.ts'

const faults = (body: CampaignChange, { store }: Caller) => campaignFaults(body, store.timeZone)

/** A store's campaigns (contract §4); their articles are in article-routes.ts. */
export function campaignRoutes(service: Service): KeyedRoute[] {
  return [
    route({
      method: 'POST',
      path: '/me/campaigns',
      access: { kind: 'private', scope: 'campaigns:write' },
      doc: docs.createCampaign,
      body: CampaignBody,
      faults,
      handle(request) {
        const { caller, body, write } = request
        const { timeZone } = caller.store
        const fields = wholeCampaign(body, timeZone)
        return write(
          (writing) => createCampaign(writing, caller, fields),
          (campaign) => {
            const location = `${storePath(request)}/campaigns/${campaign.id}`
            return answer(201, campaignView(campaign, timeZone), location)
          },
        )
      },
    }),
    route({
      method: 'GET',
      path: '/me/campaigns',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.listCampaigns,
      async handle(request) {
        const { caller, query } = request
        const { count, campaigns, page } = await listCampaigns(service, caller, query)
        const views = campaigns.map((each) => campaignView(each, caller.store.timeZone))
        const url = `${request.baseUrl}${storePath(request)}/campaigns`
        return answer(200, pageView(views, { count, url, query, page }))
      },
    }),
    route({
      method: 'GET',
      path: '/me/campaigns/:campaignId',
      access: { kind: 'private', scope: 'orders:read' },
      doc: docs.getCampaign,
      async handle({ caller, params }) {
        const campaign = await getCampaign(service, caller, params.campaignId)
        return answer(200, campaignView(campaign, caller.store.timeZone))
      },
    }),
    editRoute('PUT'),
    editRoute('PATCH'),
    route({
      method: 'DELETE',
      path: '/me/campaigns/:campaignId',
      access: { kind: 'private', scope: 'campaigns:write' },
      doc: docs.deleteCampaign,
      handle({ caller, params, write }) {
        return write(
          (writing) => deleteCampaign(writing, caller, params.campaignId),
          () => NO_CONTENT,
        )
      },
    }),
  ]
}

/** PUT: absent members get their defaults. PATCH: they stay. */
function editRoute(method: 'PUT' | 'PATCH'): KeyedRoute {
  const read = method === 'PUT' ? wholeCampaign : changedCampaign
  return route({
    method,
    path: '/me/campaigns/:campaignId',
    access: { kind: 'private', scope: 'campaigns:write' },
    doc: method === 'PUT' ? docs.replaceCampaign : docs.editCampaign,
    body: method === 'PUT' ? CampaignBody : CampaignChangeBody,
    faults,
    handle({ caller, params, body, write }) {
      const change = read(body, caller.store.timeZone)
      const input = { campaignId: params.campaignId, change }
      return write(
        (writing) => editCampaign(writing, caller, input),
        () => NO_CONTENT,
      )
    },
  })
}
