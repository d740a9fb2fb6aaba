/** The store itself, for its own staff: campaigns, terms, settings, members. */
export { Screen as Campaign } from './own/campaign.tsx'
export { Screen as Campaigns } from './own/campaigns.tsx'
export { Screen as Members } from './own/members.tsx'
export { Screen as OwnStore } from './own/store.tsx'
