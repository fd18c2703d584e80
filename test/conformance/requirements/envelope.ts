import { group } from './entry.ts'

/** What every answer looks like: envelope, chargeInfo, errors, headers and the conventions of fields. */
export const envelope = [
  ...group(
    { source: 'SPEC Resources, Conventions' },
    {
      'convention.case-sensitive-names': 'a member that differs in case only is unknown, not accepted',
      'convention.nullable-members': 'a member typed as nullable accepts null in requests',
      'convention.omitted-means-default': 'an omitted optional member means its documented default',
      'convention.alpha-3-country-codes': 'country codes are ISO 3166-1 alpha-3; others are refused',
      'convention.calendar-dates': 'calendar dates are YYYY-MM-DD and must exist',
      'convention.cursor-pagination':
        'a paginated answer gives a cursor that, passed back, gives the next page',
    },
  ),
  ...group(
    { source: 'SPEC Resources, Conventions' },
    {
      'convention.currency-codes': 'currency codes are ISO 4217; others are refused',
      'convention.language-tags': 'language codes are BCP-47 tags; others are refused',
    },
  ),
  ...group(
    { source: 'SPEC Resources, Response envelope' },
    {
      'envelope.no-additional-members': 'the envelope has output, chargeInfo, warnings and advice only',
      'envelope.output-object': 'output is present and an object in every success answer',
      'envelope.charge-info-present': 'chargeInfo is present in every success answer',
      'envelope.warnings-shape': 'warnings is null, absent or a list of {field, message}',
      'envelope.warnings-extraneous-fields':
        'an unknown request member is reported, never refused or ignored',
      'envelope.warnings-full-path': 'the field of a warning is the full path of the extra member',
      'envelope.advice-shape': 'advice is null, absent or a list of strings',
    },
  ),
  ...group(
    { source: 'SHAPES 18' },
    { 'envelope.warnings-nearest-name': 'a warning names the nearest known member when one is close' },
  ),
  ...group(
    { source: 'SPEC Resources, chargeInfo forms' },
    {
      'charge-info.method-discriminates': 'method is one of five values and fixes the other members',
      'charge-info.charged-now': 'charged-now carries creditsCharged',
      'charge-info.charging-later': 'charging-later carries a message and no amount',
      'charge-info.charged-for-async-process': 'charged-for-async-process carries creditsCharged and message',
      'charge-info.free': 'free carries a message and no amount',
      'charge-info.credits-refunded': 'credits-refunded carries creditsRefunded and message',
      'charge-info.low-credit-alert-members': 'the alert has getMoreCreditsUrl, message and availableCredits',
      'charge-info.low-credit-alert-credits-left': 'availableCredits is what is left after this charge',
    },
  ),
  ...group(
    { source: 'SPEC What the service does' },
    {
      'charge-info.authoritative': 'the amount in chargeInfo equals the change of the ledger',
      'charge-info.per-item': 'a per-item operation charges for the items it returned, no more',
      'charge-info.reference-data-free': 'reference data is free',
    },
  ),
  ...group(
    { source: 'SPEC Errors' },
    {
      'error.400-invalid-request': 'a missing required member or a value outside its enumeration answers 400',
      'error.401-invalid-key': 'an invalid key answers 401',
      'error.402-out-of-credits': 'a chargeable call the balance cannot pay answers 402',
      'error.402-alert-purchase-url': 'the 402 body has outOfCreditsAlert with a purchase URL',
      'error.429-message': 'a 429 says the limit was exceeded and to try again later',
      'error.429-before-work': 'a 429 is decided before anything runs',
      'error.429-never-charged': 'a 429 is never charged',
      'error.429-retry-after': 'a 429 carries a Retry-After after which the call is admitted',
      'error.500-error-code': 'a 500 has an errorCode and no internals',
      'error.503-error-code': 'a 503 has an errorCode and says to retry',
    },
  ),
  ...group(
    { source: 'SPEC Errors' },
    { 'error.404-hotel-property-billed': 'an unknown propertyToken answers 404 and is billed' },
  ),
  ...group(
    { source: 'SPEC Errors, Rules 1' },
    { 'error.rule.empty-search-free': 'a search that returns nothing costs nothing' },
  ),
  ...group(
    { source: 'SPEC Errors, Rules 2' },
    { 'error.rule.empty-balance-402': 'a chargeable call with an empty balance answers 402' },
  ),
  ...group(
    { source: 'SHAPES 18' },
    {
      'error.body.members': 'an error body has message, errorCode, requestId and code',
      'error.body.error-code-form': 'errorCode is a short opaque correlation code, the same as in the log',
      'error.body.issues': 'a 400 lists each fault with path, message and code',
      'error.body.machine-code': 'code is one of the documented slugs',
      'error.body.retry-after-seconds': '429 and 503 bodies carry retryAfterSeconds',
      'error.body.problem-json':
        'Accept: application/problem+json adds type, title, status, detail and instance',
      'error.404-not-found': 'an unknown path answers 404 in the same error body',
      'error.405-method': 'a known path with another method answers in the same error body',
    },
  ),
  ...group(
    { source: 'SHAPES 20, headers' },
    {
      'header.x-request-id': 'every answer carries X-Request-Id, equal to requestId in errors',
      'header.x-credits-charged': 'every answer says in X-Credits-Charged what it cost',
      'header.x-credits-remaining': 'every answer to a key says in X-Credits-Remaining what is left',
      'header.rate-limit-policy': 'answers of limited operations carry RateLimit-Policy',
      'header.rate-limit': 'answers of limited operations carry RateLimit with remaining and reset',
      'header.retry-after': 'Retry-After is sent with 429 and 503',
      'header.idempotency-key.bounds': 'Idempotency-Key has 1 to 255 characters, otherwise 400',
      'header.idempotency-key.replay':
        'the same key and body answer the same bytes with Idempotent-Replayed: true',
      'header.idempotency-key.conflict': 'the same key with another body answers 422',
      'header.idempotency-key.running': 'the same key while the first call runs answers 409',
      'header.x-dry-run.quote': 'X-Dry-Run: 1 validates and answers maxCredits with a breakdown',
      'header.x-dry-run.changes-nothing': 'X-Dry-Run: 1 charges nothing and changes nothing',
      'header.x-max-credits.guard': 'a quote above X-Max-Credits answers 402 spend_guard before any work',
    },
  ),
]
