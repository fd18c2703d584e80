import type { EntityIdentity } from './signal.ts'
import type { FoundSignal } from './signals.ts'

/** Types of signals about members that a search finds. No rule sends them. */
const joinedType = 'entity_joined_list'
const departedType = 'entity_departed_list'

/** `changeData` of a member that joined a list or left it. */
interface MovementChange {
  kind: 'joined' | 'departed'
  reason: 'now_matches' | 'no_longer_matches'
}

interface Movement {
  id: string
  list: { id: string; name: string }
  runId: string
  /** ISO 8601. */
  observedAt: string
}

const defineMovement =
  (type: string, change: MovementChange, words: string) =>
  (identity: EntityIdentity, { id, list, runId, observedAt }: Movement): FoundSignal => {
    return {
      ruleId: type,
      // An entity joins or leaves a list at most once in a refresh.
      changeKey: runId,
      identity,
      signal: {
        id,
        ...identity,
        type,
        summary: `${identity.name ?? 'An entity without a name'} ${words} ${list.name}.`,
        changeData: [{ ...change, listId: list.id, listName: list.name }],
        sources: [],
        methodology: 'The search of the list, repeated by a refresh.',
        observedAt,
        eventDate: null,
        centiCreditsCharged: 0,
        isDummy: false,
      },
    }
  }

/** Makes the signal of an entity that the search of a list has begun to find. */
export const joinedSignal = defineMovement(
  joinedType,
  { kind: 'joined', reason: 'now_matches' },
  'joined the list',
)

/** Makes the signal of an entity that the search no longer finds. */
export const departedSignal = defineMovement(
  departedType,
  { kind: 'departed', reason: 'no_longer_matches' },
  'left the list',
)
