import { useQuery } from '@tanstack/react-query'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { Segments } from '../../parts/segments.tsx'
import { readAudience, readAudiences, readNames, readSavedSearch, readSavedSearches } from './members.ts'
import type { Kind, MemberName, NewList } from './watchlists.ts'
import { members as membersText, words } from './words.ts'

export type Way = keyof typeof words.ways

/** Where members come from. */
export interface Source {
  way: Way
  /** Pasted lines. */
  text: string
  /** Id of an audience or a saved search. */
  id: string
  /** A search that another page led here with, as it asks it. */
  question?: Question | undefined
}

export interface Question {
  searchParams: object
  companyParams?: object
}

/** Those of a source: names, or the search that finds them. */
export interface Whom {
  names: readonly MemberName[]
  search: NewList['search']
  error: Error | null
  isReading: boolean
}

export function useWhom(kind: Kind, { way, text, id, question }: Source): Whom {
  const audience = useQuery({
    queryKey: ['members of audience', kind, id],
    queryFn: () => readAudience(kind, id),
    enabled: way === 'audience' && id !== '',
  })
  const saved = useQuery({
    queryKey: ['saved search', id],
    queryFn: () => readSavedSearch(id),
    enabled: way === 'saved' && id !== '',
  })
  if (way === 'paste')
    return { names: readNames(kind, text), search: undefined, error: null, isReading: false }
  if (way === 'search') return { names: [], search: searchOf(kind, question), error: null, isReading: false }
  if (way === 'audience')
    return {
      names: audience.data ?? [],
      search: undefined,
      error: audience.error,
      isReading: audience.isFetching,
    }
  return { names: [], search: saved.data, error: saved.error, isReading: saved.isFetching }
}

function searchOf(kind: Kind, question: Question | undefined): NewList['search'] {
  if (question === undefined) return undefined
  const { searchParams, companyParams } = question
  return kind === 'company' ? { companies: searchParams } : { people: searchParams, companies: companyParams }
}

/** Lines, an audience, or what a saved search finds. */
export function MembersForm(form: {
  kind: Kind
  source: Source
  whom: Whom
  /** Whether a search may find the members, which only a new list can have. */
  maySearch: boolean
  onChange(change: Partial<Source>): void
}) {
  const { kind, source, whom, onChange } = form
  const ways = Object.fromEntries(
    Object.entries<string>(words.ways).filter(
      ([way]) => (form.maySearch || way !== 'saved') && (source.question !== undefined || way !== 'search'),
    ),
  ) as Record<Way, string>
  return (
    <>
      <Segments
        label={words.from}
        options={ways}
        value={source.way}
        onChange={(way) => onChange({ way, id: '' })}
      />
      <div className="whom">
        {source.way === 'paste' && (
          <Field
            label={words.pasteLabels[kind]}
            hint={whom.names.length > 0 && membersText(kind, whom.names.length)}
          >
            <textarea
              rows={5}
              placeholder={words.pasteHints[kind]}
              value={source.text}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          </Field>
        )}
        {source.way === 'search' && <p className="soft">{words.fromLink}</p>}
        {source.way === 'audience' && (
          <ThingPick
            label={words.ways.audience}
            hint={whom.names.length > 0 ? membersText(kind, whom.names.length) : words.audienceHint}
            read={() => readAudiences().then((all) => all.map(({ audienceId, name }) => [audienceId, name]))}
            value={source.id}
            onChange={(id) => onChange({ id })}
          />
        )}
        {source.way === 'saved' && (
          <ThingPick
            label={words.ways.saved}
            hint={words.savedHint}
            read={() => readSavedSearches().then((all) => all.map(({ id, name }) => [id, name]))}
            value={source.id}
            onChange={(id) => onChange({ id })}
          />
        )}
        {whom.error && <Notice tone="bad">{whom.error.message}</Notice>}
      </div>
    </>
  )
}

/** One of the things that the organization keeps. */
function ThingPick(choice: {
  label: string
  hint: string
  read(): Promise<(readonly [id: string, name: string] | string[])[]>
  value: string
  onChange(id: string): void
}) {
  const { data, error } = useQuery({ queryKey: ['kept', choice.label], queryFn: choice.read })
  if (error) return <Notice tone="bad">{error.message}</Notice>
  const options = Object.fromEntries([['', words.choose], ...(data ?? [])]) as Record<string, string>
  return (
    <Field label={choice.label} hint={choice.hint}>
      <Pick label={choice.label} options={options} value={choice.value} onChange={choice.onChange} />
    </Field>
  )
}
