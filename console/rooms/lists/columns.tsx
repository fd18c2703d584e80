import './lists.css'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { renewCredits, useCredits, useIsSandbox, usePrice } from '../../call/queries.ts'
import { WhyNot } from '../../call/if-may.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { Segments } from '../../parts/segments.tsx'
import { count, credits, number, percent } from '../../words.ts'
import { CleanOffer } from './clean-offer.tsx'
import { findUpload, type Upload } from './uploads.ts'
import { guessKind, namesOfUses, usesOf, type Kind } from './uses.ts'
import { forms, words } from './words.ts'

/** What was read, and whether it was read right: the last page before something is paid. */
export function Page() {
  const { upload } = useSearch({ from: '/lists/new' })
  const read = findUpload(upload)
  if (read !== undefined) return <Confirm key={read.uploadId} read={read} />
  return (
    <div className="page narrow">
      <h1>{words.goneTitle}</h1>
      <p className="lead">{words.gone}</p>
      <Link to="/lists" className="button primary">
        {words.title}
      </Link>
    </div>
  )
}

function Confirm({ read }: { read: Upload }) {
  const [kind, setKind] = useState<Kind>(() => guessKind(read.columns))
  const [chosen, setChosen] = useState<Record<Kind, Record<string, string>>>({ companies: {}, people: {} })
  const uses = usesOf(read.columns, kind, chosen[kind])
  const keys = Object.values(uses).filter((use) => use !== '')
  const twice = keys.find((use, place) => keys.indexOf(use) !== place)
  const by = Object.entries(uses).flatMap(([name, use]) => (use === '' ? [] : [`${use}=${name}`]))
  const { encoding, sheet } = read.format
  const form = forms[read.format.delimiter ?? read.format.kind] ?? read.format.kind
  return (
    <div className="page">
      <header className="head">
        <div>
          <div className="crumb">
            <Link to="/lists">{words.lists}</Link> / {read.fileName}
          </div>
          <h1>{words.columnsTitle}</h1>
        </div>
      </header>
      <div className="row">
        <strong>{words.eachRow}</strong>
        <Segments<Kind> label={words.eachRow} options={words.kinds} value={kind} onChange={setKind} />
        <span className="soft">
          {[
            count(read.rowCount, 'row'),
            form,
            encoding,
            sheet,
            read.hasHeader ? words.heading : words.noHeading,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <Table
        read={read}
        kind={kind}
        uses={uses}
        chosen={chosen[kind]}
        onChoose={(name, use) => setChosen({ ...chosen, [kind]: { ...chosen[kind], [name]: use } })}
      />
      {read.notes.map((note) => (
        <Notice key={note}>{note}</Notice>
      ))}
      {keys.length === 0 && <Notice tone="bad">{words.needColumn}</Notice>}
      {twice !== undefined && (
        <Notice tone="bad">
          {words.twice} “{namesOfUses(kind)[twice]}”. {words.keepOne}
        </Notice>
      )}
      <WhyNot act="work" />
      <Pay read={read} kind={kind} by={by} isReady={keys.length > 0 && twice === undefined} />
      <CleanOffer read={read} />
    </div>
  )
}

function Table(table: {
  read: Upload
  kind: Kind
  uses: Readonly<Record<string, string>>
  chosen: Readonly<Record<string, string>>
  onChoose(name: string, use: string): void
}) {
  const { read, uses } = table
  const rows = Array.from({ length: Math.max(0, ...read.columns.map(({ samples }) => samples.length)) })
  const options = { '': words.notUsed, ...namesOfUses(table.kind) }
  const tint = (name: string) => ((uses[name] ?? '') === '' ? '' : 'used')
  return (
    // A wide table scrolls sideways, which takes a place for the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="columns" tabIndex={0} role="region" aria-label={words.columnsTitle}>
      <table>
        <thead>
          <tr>
            {read.columns.map(({ name, confidence }) => (
              <th key={name} scope="col" className={tint(name)}>
                <div className="heading">{name}</div>
                <Pick
                  label={`${words.useOf} ${name}`}
                  options={options}
                  value={uses[name] ?? ''}
                  onChange={(use) => table.onChoose(name, use)}
                />
                <Sureness
                  isUsed={tint(name) !== ''}
                  isChosen={name in table.chosen}
                  confidence={confidence}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((_, place) => (
            // Rows of a sample are in no other order than that of the file.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={place}>
              {read.columns.map(({ name, samples }) => (
                <td key={name} className={tint(name)}>
                  {samples[place]?.trim() || <span className="soft">{words.empty}</span>}
                </td>
              ))}
            </tr>
          ))}
          <tr className="soft small">
            {read.columns.map(({ name, filled }) => (
              <td key={name}>
                {percent(filled)} {words.filled}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function Sureness(of: { isUsed: boolean; isChosen: boolean; confidence: number }) {
  if (!of.isUsed) return <div className="sureness"> </div>
  if (of.isChosen) return <div className="sureness">{words.chosenByYou}</div>
  return <div className="sureness">{of.confidence >= 0.95 ? words.recognised : words.likely}</div>
}

function Pay(pay: { read: Upload; kind: Kind; by: string[]; isReady: boolean }) {
  const go = useNavigate()
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const price = usePrice(pay.kind === 'companies' ? 'kitchenSinkCompany' : 'kitchenSinkPerson')
  const { uploadId, rowCount } = pay.read
  // Worked out here: a dry run for each change of a column would meet the limit of starts.
  const ceiling = price === undefined ? undefined : price * rowCount
  const isShort = ceiling !== undefined && ceiling > left
  const start = useMutation({
    mutationFn: () =>
      settle(
        api.POST('/v1/enrich/start', {
          params: { header: { 'X-Max-Credits': ceiling ?? 0 } },
          body: { uploadId, as: pay.kind, by: pay.by },
        }),
      ),
    onSuccess: ({ output }) => {
      void renewCredits()
      return go({ to: '/lists/$run', params: { run: output.runId } })
    },
  })
  const atMost = ceiling === undefined ? '…' : `${words.atMost} ${credits(ceiling)}`
  const one = pay.kind === 'companies' ? 'company' : 'person'
  return (
    <footer className="pay">
      {start.error && <Notice tone="bad">{start.error.message}</Notice>}
      {isShort && <Notice tone="doubt">{words.tooFew}</Notice>}
      <p>
        <strong>{atMost}</strong>{' '}
        <span className="soft">
          of the {number(left)} you have. {price ?? '…'} for each {one} found, once however many rows name it.
          Rows without a sure match are free.
        </span>
      </p>
      <PriceButton
        isPrimary
        price={isSandbox ? words.free : atMost}
        isDisabled={!pay.isReady || ceiling === undefined || isShort || start.isPending}
        onClick={() => start.mutate()}
      >
        {start.isPending ? words.starting : `Look up ${count(rowCount, 'row')}`}
      </PriceButton>
    </footer>
  )
}
