import type { EntityIdentity } from './signal.ts'
import type { FoundSignal } from './signals.ts'

/** Types of the signals of lists whose members a search finds: no rule is asked for. */
const joined = 'entity_joined_list'
const departed = 'entity_departed_list'

/** `changeData` of who came to a list or left it. */
interface MovementChange {
  kind: 'joined' | 'departed'
  reason: 'now_matches' | 'no_longer_matches'
}

interface Moved {
  id: string
  list: { id: string; name: string }
  runId: string
  /** ISO 8601. */
  observedAt: string
}

const movement =
  (type: string, change: MovementChange, words: string) =>
  (identity: EntityIdentity, { id, list, runId, observedAt }: Moved): FoundSignal => {
    return {
      ruleId: type,
      // A search finds an entity, or does not, once a refresh.
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

/** Entities that the search of a list finds and did not find before. */
export const joinedSignal = movement(joined, { kind: 'joined', reason: 'now_matches' }, 'joined the list')

/** Entities that it no longer finds. */
export const departedSignal = movement(
  departed,
  { kind: 'departed', reason: 'no_longer_matches' },
  'left the list',
)
