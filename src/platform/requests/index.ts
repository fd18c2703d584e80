export { forgetRequests } from './forget-requests.ts'
export {
  openRequests,
  retentionDays as RETENTION_DAYS,
  type Requests,
  type RequestsSettings,
} from './open-requests.ts'
export { keptMembers } from './request-buffer.ts'
export type { LoggedRequest, RequestFilter, RequestPosition } from './request-rows.ts'
