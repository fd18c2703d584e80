export { filterSet } from './filter-set.ts'
export { makeCredit, type Call, type Credit } from './call.ts'
export {
  isOperation,
  bindOperations,
  isLimited,
  perMinute,
  unlimited,
  readsQuery,
  type AnyOperation,
  type DeclaredFailure,
  type Example,
  type FileBody,
  type Method,
  type Operation,
  type OperationSpec,
  type SliceDefaults,
} from './define.ts'
export { curlCommand, quoteForShell } from './curl-command.ts'
export { chargeInfo, dryRunAnswer, wrapOutput, errorBody, type ChargeInfo, type Warning } from './envelope.ts'
export {
  defineFailures,
  Failure,
  failures,
  invalidMember,
  type FailureCode,
  type FailureKind,
  type Issue,
  type SliceFailures,
} from './failure.ts'
export { optional, pageToken, withDefault } from './fields.ts'
export { storedIdempotencyKey } from './pipeline/idempotency.ts'
export { JobAnswer, type JobAccount, type JobCredits } from './job-answer.ts'
export type * from './ports.ts'
export { isRoleBeyond, mayCall, roles, type Area, type Role } from './roles.ts'
export { paid, Paid } from './paid.ts'
export type { OtherNames } from './other-names.ts'
export { openPage, pageInput, pageQuestion, makePage, positionIn, sealPage, type PageSeal } from './page.ts'
export { isPriceKey, listedPrice, priceKeys, priceList, type PriceKey } from './price-list.ts'
export {
  free,
  perItem,
  perRequest,
  type LateJob,
  type PriceCall,
  type Price,
  type PriceLine,
  type UnitPrices,
} from './price.ts'
export {
  entityRecord,
  entityView,
  showing,
  shownBefore,
  type SeenAgain,
  type ViewMembers,
} from './entity-records.ts'
export { briefMembers, briefRecord } from './brief-record.ts'
export { checkedReferences, referencesBeside, toldReference } from './item-list.ts'
export { agedMembers, maxAgeDays } from './record-members.ts'
export { distinctEntities, entityKey } from './entity-key.ts'
export { idDeclaration, outsideId, resourceId, sealedBy, type IdDeclaration } from './resource-id.ts'
export { readText, stored, stringifyWithRaw } from './raw-json.ts'
export { definition, unwrap } from './schema-walk.ts'
export { readTextMembers } from './text-members.ts'
export { meantMember } from './meant-member.ts'
export { unknownMembers } from './unknown-members.ts'
export type { Recipe, RecipeStep } from './recipe.ts'
export { createRegistry, type EventWords, type Registry, type ToldEvent } from './registry.ts'
export { authenticate } from './pipeline/authenticate.ts'
export { matchesScope } from './pipeline/permit.ts'
export type { Answer, Incoming } from './pipeline/exchange.ts'
export { bodyLimitBytes, findBodyLimit, longListBodyBytes } from './body-limit.ts'
export { errorAnswer, type AnswerLinks } from './pipeline/answer.ts'
export { OutOfCredits } from './pipeline/hold.ts'
export { createPipeline, type Pipeline } from './pipeline/run.ts'
export type { PipelinePorts } from './pipeline/progress.ts'
