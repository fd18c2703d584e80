export { countLoggedRequests } from './count-requests.ts'
export {
  selectUsage,
  selectUsageDiscrepancy,
  usageDimensions,
  usageOrigins,
  type UsageDimension,
  type UsageFilter,
  type UsageOrigin,
  type UsagePosition,
  type UsageRow,
  type UsageSum,
} from './select-usage.ts'
