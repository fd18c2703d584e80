import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useMay, usePrice } from '../../call/queries.ts'
import { Ask } from '../../parts/ask.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { credits } from '../../words.ts'
import { useTexts } from './filter-panel.tsx'
import { listOf, type Address, type Question, type SearchKind } from './kind.ts'
import { words } from './words.ts'

/** Keeps the filters as a search that runs again and again. Making it is free; its runs cost, and the form says what. */
export function SaveSearch<R>({
  kind,
  question,
  address,
}: {
  kind: SearchKind<R>
  question: Question
  address: Address
}) {
  const [isOpen, setOpen] = useState(false)
  const [saved, setSaved] = useState<string>()
  const isWorker = useMay('work')
  if (kind.type === 'postings' || !isWorker) return null
  return (
    <div className="push">
      <button
        type="button"
        onClick={() => {
          setSaved(undefined)
          setOpen(true)
        }}
      >
        {words.save}
      </button>
      {saved !== undefined && <Notice>{words.saved(saved)}</Notice>}
      {isOpen && (
        <SaveForm
          kind={kind}
          question={question}
          address={address}
          onSaved={(name) => {
            setSaved(name)
            setOpen(false)
          }}
          onNo={() => setOpen(false)}
        />
      )}
    </div>
  )
}

const usualDays = 7
const usualMost = 100
const longestName = 200

function SaveForm<R>({
  kind,
  question,
  address,
  onSaved,
  onNo,
}: {
  kind: SearchKind<R>
  question: Question
  address: Address
  onSaved(name: string): void
  onNo(): void
}) {
  const textOf = useTexts()
  const conditions = kind.filters.flatMap((filter) =>
    listOf(address[filter.member]).map((value) => textOf(filter, value)),
  )
  const [name, setName] = useState(() => words.savedName(kind.many, conditions).slice(0, longestName))
  const [days, setDays] = useState(String(usualDays))
  const [most, setMost] = useState(String(usualMost))
  const price = usePrice(kind.type === 'people' ? 'savedSearchProspect' : 'savedSearchCompany')
  const save = useMutation({
    mutationFn: () =>
      settle(
        api.POST('/v1/saved-search/create', {
          body: {
            name: name.trim(),
            spawnFrequencyDays: Number(days),
            searchParams: savedParams(question, kind.type === 'people', Number(most)),
          },
        }),
      ),
    onSuccess: () => onSaved(name.trim()),
  })
  const isUsable = name.trim() !== '' && Number.isInteger(Number(most)) && Number(most) > 0
  return (
    <Ask
      title={words.save}
      words={{ yes: words.saveIt, no: words.cancel }}
      isBusy={save.isPending}
      isDisabled={!isUsable}
      error={save.error}
      onYes={() => save.mutate()}
      onNo={onNo}
    >
      <Field label={words.name}>
        <input
          type="text"
          maxLength={longestName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={words.runs}>
        <Pick label={words.runs} options={words.intervals} value={days} onChange={setDays} />
      </Field>
      <Field label={words.most(kind.many)}>
        <input
          type="number"
          min={1}
          max={10_000}
          value={most}
          onChange={(event) => setMost(event.target.value)}
        />
      </Field>
      <p className="soft small">
        {words.savedCost(
          price === undefined ? '…' : credits(price),
          kind.one,
          price === undefined ? '…' : credits(price * Number(most)),
        )}
      </p>
    </Ask>
  )
}

type SavedParams = Schemas['SavedSearchParams']

/** People of employers that conditions are put on are a search of both. */
function savedParams(
  { searchParams, companyParams }: Question,
  isOfPeople: boolean,
  most: number,
): SavedParams {
  if (!isOfPeople) return { type: 'companies', companySearchParams: searchParams, maxCompanies: most }
  if (companyParams === undefined)
    return { type: 'profiles', profileSearchParams: searchParams, maxProfiles: most }
  return {
    type: 'combined',
    companySearchParams: companyParams,
    profileSearchParams: searchParams,
    maxProfiles: most,
  }
}
