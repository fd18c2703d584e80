import './signals.css'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { IfMay, WhyNot } from '../../call/if-may.tsx'
import { queries, useIsSandbox, usePrice } from '../../call/queries.ts'
import { Field } from '../../parts/field.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Pick } from '../../parts/pick.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { Segments } from '../../parts/segments.tsx'
import { credits } from '../../words.ts'
import { MembersForm, useWhom, type Question, type Source, type Whom } from './members-form.tsx'
import { RuleChoice, useRuleConfig } from './rule-choice.tsx'
import { useBacktest } from './rules.ts'
import { ofLastYear, TryOut } from './try-out.tsx'
import { addMembers, createList, type Kind, type RuleConfig, type Watchlist } from './watchlists.ts'
import { aMonth, words } from './words.ts'

interface Settings {
  name: string
  days: string
  billing: Watchlist['billing']
}

/** A new watchlist: whom, how often and what at the left; at the right what it would have told and what it costs. */
export function Page() {
  const go = useNavigate()
  const address = useSearch({ from: '/trackers/new' })
  const kind: Kind = address['kind'] === 'person' ? 'person' : 'company'
  const type = address['rule']
  const [settings, setSettings] = useState<Settings>({ name: '', days: '7', billing: 'per_check' })
  const [source, setSource] = useState<Source>(() => startOf(address))
  const chosen = useRuleConfig(type)
  const whom = useWhom(kind, source)
  const name = settings.name.trim() === '' ? (chosen.rule?.readableName ?? words.defaultName) : settings.name
  const watch = useWatch(kind)
  const move = (change: Record<string, string | undefined>) =>
    void go({ to: '/trackers/new', search: { ...address, ...change }, replace: true })
  return (
    <PageFrame crumb={<Link to="/trackers">{words.lists}</Link>} title={words.newList} errors={[watch.error]}>
      <WhyNot act="work" />
      <div className="watch">
        <div>
          <section className="panel">
            <h2>{words.whom}</h2>
            <div className="toolbar">
              <Segments
                label={words.whom}
                options={words.kinds}
                value={kind}
                onChange={(next) => move({ kind: next, rule: undefined })}
              />
            </div>
            <MembersForm
              kind={kind}
              source={source}
              whom={whom}
              maySearch
              onChange={(change) => setSource({ ...source, ...change })}
            />
          </section>
          <section className="panel">
            <h2>{words.what2hear}</h2>
            <RuleChoice kind={kind} type={type} chosen={chosen} onType={(rule) => move({ rule })} />
          </section>
          <SettingsForm settings={settings} name={name} onChange={setSettings} />
        </div>
        <aside className="panel">
          <TryOut kind={kind} config={chosen.whole} tried={{ names: whom.names }} listName={name} />
          <IfMay act="work">
            <WatchButton
              kind={kind}
              whom={whom}
              config={chosen.whole}
              settings={settings}
              isBusy={watch.isPending}
              onWatch={(config) => watch.mutate({ settings: { ...settings, name }, whom, config })}
            />
          </IfMay>
        </aside>
      </div>
    </PageFrame>
  )
}

/** Other pages lead here with members, an audience, a saved search or a search of their own in the address. */
function startOf(address: Readonly<Record<string, string | undefined>>): Source {
  const { members = '', audience, saved } = address
  const text = members.replaceAll(',', '\n')
  const question = readQuestion(address['search'])
  if (question !== undefined) return { way: 'search', text, id: '', question }
  if (audience !== undefined) return { way: 'audience', text, id: audience }
  return saved === undefined ? { way: 'paste', text, id: '' } : { way: 'saved', text, id: saved }
}

/** `{"searchParams":{…}}` as the address holds it; one that was spoilt is none. */
function readQuestion(text: string | undefined): Question | undefined {
  try {
    const read = JSON.parse(text ?? 'null') as unknown
    return typeof read === 'object' && read !== null && 'searchParams' in read
      ? (read as Question)
      : undefined
  } catch {
    return undefined
  }
}

function SettingsForm(form: { settings: Settings; name: string; onChange(settings: Settings): void }) {
  const { settings, onChange } = form
  return (
    <section className="panel settings">
      <Field label={words.name} hint={words.nameHint}>
        <input
          type="text"
          placeholder={form.name}
          value={settings.name}
          onChange={(event) => onChange({ ...settings, name: event.target.value })}
        />
      </Field>
      <Field label={words.often}>
        <Pick
          label={words.often}
          options={words.intervals}
          value={settings.days}
          onChange={(days) => onChange({ ...settings, days })}
        />
      </Field>
      <Field label={words.charged}>
        <Pick
          label={words.charged}
          options={words.billings}
          value={settings.billing}
          onChange={(billing) => onChange({ ...settings, billing: billing as Settings['billing'] })}
        />
      </Field>
    </section>
  )
}

interface Order {
  settings: Settings
  whom: Whom
  config: RuleConfig
}

/** Makes the list and adds its members; the same again after a fault goes on with the list that is there. */
function useWatch(kind: Kind) {
  const go = useNavigate()
  const made = useRef<{ order: string; list: Watchlist }>(undefined)
  return useMutation({
    async mutationFn({ settings, whom, config }: Order) {
      const { name, days, billing } = settings
      const rules = [config]
      const list = {
        name,
        refreshIntervalDays: Number(days),
        billingMethod: billing,
        rules,
        search: whom.search,
      }
      const order = JSON.stringify([kind, list])
      if (made.current?.order !== order) made.current = { order, list: await createList(kind, list) }
      const { id } = made.current.list
      return { id, addition: whom.names.length === 0 ? undefined : await addMembers(id, whom.names) }
    },
    async onSuccess({ id, addition }) {
      await queries.invalidateQueries({ queryKey: ['watchlists'] })
      const { added, unknown } = addition ?? { added: 0, unknown: 0 }
      const search = addition && { added: String(added), unknown: String(unknown) }
      await go({ to: '/trackers/$list', params: { list: id }, search: search ?? {} })
    },
  })
}

/** Making the list is free, so the price is what its checks will cost. */
function WatchButton(button: {
  kind: Kind
  whom: Whom
  config: RuleConfig | undefined
  settings: Settings
  isBusy: boolean
  onWatch(config: RuleConfig): void
}) {
  const { kind, whom, config, settings } = button
  const isSandbox = useIsSandbox()
  const check = usePrice('trackerCheck')
  const signal = usePrice('trackerSignal')
  const { data: past } = useBacktest(config, kind, { names: whom.names })
  const price = () => {
    if (isSandbox) return words.sandbox
    if (check === undefined || signal === undefined) return '…'
    if (settings.billing === 'per_notification')
      return past === undefined
        ? `${credits(signal)} ${words.billings.per_notification}`
        : aMonth(Math.ceil((ofLastYear(past).amount / 12) * signal))
    if (whom.names.length === 0) return `${credits(check)} ${words.perEach}`
    return aMonth(Math.ceil((whom.names.length * check * 30) / Number(settings.days)))
  }
  const isEmpty = whom.names.length === 0 && whom.search === undefined
  return (
    <div className="watch-end">
      <PriceButton
        isPrimary
        price={price()}
        isDisabled={config === undefined || isEmpty || whom.isReading || button.isBusy}
        onClick={() => config && button.onWatch(config)}
      >
        {button.isBusy ? words.watching : words.watch}
      </PriceButton>
      <p className="soft small">{words.firstFree}</p>
    </div>
  )
}
