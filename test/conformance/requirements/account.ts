import { group } from './entry.ts'

/** Keys, requests, balances, purchases, top-up, subscription states, limits and prices. */
export const account = [
  ...group(
    { source: 'SPEC Resources, Billing records' },
    {
      'balance.per-subscription': 'getOrgCredits answers one entry per subscription',
      'balance.members': 'an entry has max, used, available and usagePeriodResetsOn',
      'balance.credits-per-operation': 'creditsPerOperation shows the prices the organization really pays',
      'balance.object-output': 'the entries are wrapped in balances with subscriptionId',
      'rate-limits.members': 'an entry has method, path, max, window and isCustom',
      'rate-limits.every-endpoint': 'getRateLimits answers an entry for each operation',
      'rate-limits.enforced-values': 'getRateLimits answers the values that are enforced',
      'rate-limits.is-custom': 'isCustom is true for a limit set for this organization only',
    },
  ),
  ...group(
    { source: 'SPEC Resources, Billing records' },
    {
      'auto-topup.list': 'the read answers one entry per subscription with subscriptionId',
      'auto-topup.unconfigured': 'an unconfigured subscription answers configured false',
      'auto-topup.threshold-required': 'creditThreshold is required when enabling',
      'auto-topup.credits-to-buy': 'creditsToBuy is required when enabling, 1,000 to 1,000,000',
      'auto-topup.max-per-day': 'maxPerDay caps top-ups in a rolling 24 hours; null is no cap',
      'auto-topup.max-per-month': 'maxPerMonth caps top-ups in a UTC calendar month; null is no cap',
      'auto-topup.counts-not-money': 'the caps count top-ups, not money',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Billing operations' },
    {
      'auto-topup.excludes-cycle-reset': 'auto top-up and automatic cycle reset exclude each other',
      'auto-topup.subscriptions-differ': 'subscriptions of one organization may be set differently',
    },
  ),
  ...group(
    { source: 'SPEC States and transitions' },
    {
      'subscription.early-reset': 'an early reset makes a paused subscription active with a fresh period',
      'subscription.grace': 'credits stay usable for 14 days after the usage period ended',
      'subscription.after-grace': 'after the grace period restrictions apply',
    },
  ),
  ...group(
    { source: 'SPEC States and transitions' },
    {
      'auto-topup.daily-cap-pauses': 'a reached daily cap pauses until the rolling 24 hours pass',
      'auto-topup.monthly-cap-pauses': 'a reached monthly cap pauses until the next UTC calendar month',
      'auto-topup.manual-purchases-uncounted': 'manual purchases never count against the caps',
      'auto-topup.never-reactivates': 'auto top-up never reactivates a paused subscription',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Account and billing' },
    {
      'buy-credits.bounds': 'a purchase is 1,000 to 1,000,000 credits',
      'buy-credits.machine-minimum': 'a machine-initiated pay-as-you-go purchase may be as low as 100',
      'buy-credits.idempotent': 'a retried purchase does not charge twice',
      'buy-credits.immediate': 'a purchase has no confirmation step and no dry run',
      'cards-attach.free': 'cardsAttach attaches a card and is free',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Account and billing' },
    {
      'sign-up.send-otp': 'accountSendOtp starts a sign-up',
      'sign-up.verify-otp': 'accountVerifyOtp completes it with organization, trial and first key',
    },
  ),
  ...group(
    { source: 'SHAPES 14' },
    {
      'api-key.record': 'a key record has id, name, prefix, expiry, limits, usage and isRevoked',
      'api-key.list-revoked': 'getAllApiKeys leaves revoked keys out unless includeRevoked',
      'api-key.other-organization': 'keys of another organization are never listed',
      'api-requests.members': 'a request row has its documented members and creditsCharged',
      'api-requests.filters': 'from, to, routePath, method, statusCode and errorCode filter',
      'api-requests.paging': 'rows page by cursor with hasMore and nextCursor',
      'api-requests.retention': 'rows are kept 7 days and retentionDays says so',
      'api-requests.redacted': 'keys and personal data are redacted in request',
      'health.shape': 'GET /health answers status healthy and a timestamp without a key',
    },
  ),
  ...group(
    { source: 'SPEC Limits, Rate limits' },
    {
      'limit.per-organization-and-endpoint': 'each organization has its own budget per endpoint',
      'limit.fixed-under-load': 'limits do not shrink under load',
      'limit.custom': 'an operator can set another limit for an organization',
      'limit.kitchen-sink-profile': 'KitchenSinkProfile: 120 a minute',
      'limit.paginated-combined-search': 'paginatedCombinedSearch: 30 a minute',
      'limit.balance-and-limits-reads': 'balance and rate-limit reads: 120 a minute',
    },
  ),
  ...group(
    { source: 'SPEC Limits, Rate limits' },
    { 'limit.reverse-email-lookup': 'reverseEmailLookup: 3,500 a minute' },
  ),
  ...group(
    { source: 'SPEC Limits, Rate limits' },
    {
      'limit.buy-credits': 'buyCredits: 2 a minute',
      'limit.auto-topup-settings': 'auto top-up settings changes: 10 a minute',
    },
  ),
  ...group(
    { source: 'SPEC Limits, Rate limits' },
    { 'limit.start-below-poll': 'starting a job has a lower limit than polling it' },
  ),
  ...group(
    { source: 'SPEC Limits, Rate limits' },
    { 'limit.update-saved-search': 'updateSavedSearch: 120 a minute' },
  ),
  ...group(
    { source: 'SPEC Limits, Rate limits' },
    { 'limit.hotels': 'hotelSearch and hotelProperty: 120 a minute' },
  ),
  ...group(
    { source: 'SHAPES 22, limits' },
    {
      'limit.company-and-people-search': 'companySearch and peopleSearch: 180 a minute',
      'limit.counts': 'companyCount, peopleSearchCount and combinedSearchCount: 120 a minute',
      'limit.quick-resolves': 'quick resolves: 120 a minute',
      'limit.kitchen-sink-company': 'kitchenSinkCompany: 60 a minute',
      'limit.enums': 'enums: 60 a minute, subdivisions 250',
      'limit.keys-and-requests': 'key and request operations: 60 a minute',
    },
  ),
  ...group(
    { source: 'SPEC Limits, Sizes' },
    {
      'bound.trial-balance': 'a first organization starts with 500 credits',
      'bound.low-balance-500': 'the low-credit alert shows from around 500 credits left',
      'bound.low-balance-tenth': 'the low-credit alert shows at 10 % of the allocation',
    },
  ),
  ...group(
    { source: 'SPEC Limits, Credit prices' },
    {
      'price.person-lookup': 'person lookup: 2',
      'price.company-search-result': 'company search: 1 per company returned',
      'price.people-search-result': 'people search: 1 per person returned',
      'price.combined-search': 'combined search: 1 per company and 1 per profile found',
      'price.organization-price-supersedes': 'a price set for the organization is the one charged',
      'price.fractional': 'a fractional price such as 1.5 is charged exactly',
    },
  ),
  ...group(
    { source: 'SHAPES 22, credits' },
    {
      'price.company-lookup': 'company lookup: 2',
      'price.quick-resolve': 'quick resolve: 1 per resolved item',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Free operations' },
    {
      'free.balance-limits-health': 'balance check, rate limits and health check are free',
      'free.counts': 'companyCount, peopleSearchCount and combinedSearchCount are free',
    },
  ),
  ...group(
    { source: 'SPEC Limits, Credit prices' },
    { 'price.volume-tiers': 'a price may fall by volume tier' },
  ),
  ...group(
    { source: 'SPEC Endpoints, Free operations' },
    { 'free.list-management': 'managing exclusion, job-change and tracker lists is free' },
  ),
  ...group(
    { source: 'DESIGN 4' },
    {
      'buy-credits.without-key': 'the same purchase within 10 minutes answers the first result and a warning',
    },
  ),
  ...group(
    { source: 'SPEC Limits, Credit prices' },
    {
      'price.job-posting-search': 'job posting search: 1 per posting returned',
      'price.job-posting-count': 'job posting count: 1 per request, as the price list says',
    },
  ),
  ...group(
    { source: 'SPEC Limits, Credit prices' },
    {
      'price.work-email': 'work email reveal: 2',
      'price.personal-email': 'personal email reveal: 2',
      'price.phone': 'phone number reveal: 3',
    },
  ),
  ...group(
    { source: 'SPEC Limits, Credit prices' },
    { 'price.live-fetch': 'live fetch of a profile or company: 2' },
  ),
  ...group(
    { source: 'SPEC Limits, Credit prices' },
    { 'price.audience-build': 'audience build: 1 per company and 1 per prospect found' },
  ),
  ...group(
    { source: 'SPEC Limits, Credit prices' },
    { 'price.tracker-check': 'tracker: 2 per entity per refresh' },
  ),
  ...group(
    { source: 'SPEC Limits, Credit prices' },
    { 'price.hotels': 'hotel search page and hotel property lookup: 2 each' },
  ),
]
