const set = (text: string): Set<string> =>
  new Set(
    text
      .split(/[,\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  )

/** What people and programs write for a value that they do not have, as their languages spell it. No name is written so. */
const spelled = set(`
  n/a, n.a., n.a, n/d, n.d., n.d, n/v, n/c, s/d, s/o, k.a., k. a., k.a, n.v.t., н/д, #nv, \\n, [object object], undefined
  n/k, n/r, n/p, n/e, n/ap, n/av, n/s, s/i, s/r, s/inf, b/d, н/у, н/п, н/з, н.д., δ/υ, k/a, n/b, pd.na, <na>, nat
  err:501, err:502, err:503, err:504, err:508, err:509, err:510, err:511, err:512, err:516, err:519, err:520, err:522, err:523, err:524
  not available, not applicable, not provided, not known, not specified, not found, not set, not given, not defined
  not assigned, not listed, no data, no value, no info, no information, no email, no e-mail, no mail, no website, no url
  no phone, no linkedin, no profile, no id, no company, to be determined, to be confirmed, to be announced
  to be defined, unspecified, unassigned, information not available, data not available, unknown company, name unknown
  not avail, not avail., not recorded, not stated, not disclosed, not mentioned, not entered, not filled, not filled in
  data not found, no data available, no records found, no record found, to be advised, to be completed, to be filled
  to be provided, to be added, no entry, no answer, no response given, does not apply, does not have, doesn't have
  do not have, don't have, does not exist, don't know, do not know, undisclosed, not supplied, left blank, no email address
  please select, please choose, please specify, please enter, please fill in, select one, select an option, select a value
  choose one, choose an option, pick one, select..., none selected, nothing selected, no selection, loading...
  keine angabe, keine angaben, keine daten, keine e-mail, nicht vorhanden, nicht verfügbar, nicht bekannt
  nicht angegeben, unbekannt, entfällt, nicht zutreffend, nicht gepflegt, nicht erfasst, nicht hinterlegt, nicht ermittelbar
  nicht ausgefüllt, nicht relevant, nicht verf., unbek., kein eintrag, keine information, keine informationen, kein wert
  ohne namen, ohne angabe, ohne angaben, keine webseite, keine website, keine homepage, keine adresse, keine telefonnummer, keine mail, keine email, kein name
  keine nummer, nicht vergeben, nicht gesetzt, nicht definiert, bitte wählen, bitte auswählen, bitte ausfüllen, bitte angeben, wird nachgereicht, noch offen, noch unbekannt
  non renseigné, non renseignée, non disponible, non applicable, non communiqué, pas de données, sans objet
  non communiquée, non connu, non connue, non précisé, non précisée, non spécifié, non défini, non définie, non fourni
  non fournie, non assigné, non attribué, non indiqué, pas d'info, pas d'information, pas d'email, pas d'e-mail, pas de site, pas de site web, pas de mail
  pas de téléphone, pas de réponse, à compléter, à renseigner, à définir, aucune donnée, aucune information, aucun résultat
  veuillez sélectionner, veuillez choisir, sélectionnez, champ vide
  sin datos, sin dato, sin información, sin correo, sin especificar, no disponible, no aplica, no especificado, no tiene
  sin info, sin nombre, sin email, sin e-mail, sin teléfono, sin sitio web, sin página web, sin registro, sin definir, no asignado, no asignada
  sin completar, sin número, no informado, no informa, no registra, no consta, no definido, no existe, no posee, no hay
  no hay datos, no se sabe, no se conoce, por definir, por confirmar, seleccione, seleccionar, seleccione una opción
  elija una opción
  sem dados, sem informação, não disponível, não informado, não aplicável, não consta
  sem informações, sem email, sem e-mail, sem telefone, sem site, sem nome, sem número, não informada, não se aplica, não tem
  não possui, não há, não existe, não sei, não definido, não especificado, não preenchido, não cadastrado, não identificado
  não encontrado, a definir, a confirmar, selecione, selecione uma opção, selecionar
  nessun dato, non disponibile, non applicabile, non specificato
  nessuna informazione, nessun valore, nessuna risposta, non presente, non pervenuto, non noto, non reso noto, non nota, non indicato
  non fornito, non definito, non inserito, non compilato, non assegnato, non esiste, non trovato, dato mancante
  da definire, da completare, da inserire, senza nome, senza dati, selezionare, seleziona, selezionare un'opzione
  niet beschikbaar, niet bekend, niet van toepassing, onbekend, geen gegevens
  niet opgegeven, niet ingevuld, niet vermeld, niet toegekend, niet aanwezig, niet gevonden, niet gespecificeerd, geen opgave, geen info
  geen informatie, geen data, geen website, geen e-mail, geen email, geen telefoon, nog niet bekend, nader te bepalen
  nog in te vullen, maak een keuze, selecteer
  ikke oppgitt, ikke tilgjengelig, ikke angitt, ej angivet, ej angiven, uppgift saknas, ikke oplyst, okänd, okänt, ukjent
  ukendt, ei tiedossa, ei saatavilla, tuntematon
  ikke relevant, ikke aktuelt, ikke kjent, ikke funnet, ikke angivet, ikke kendt, ikke udfyldt, ingen data, ingen info
  ingen opplysninger, ingen oplysninger, ej tillämpligt, ej tillgänglig, ej tillgängligt, ej känt, inte angivet
  inga uppgifter, inte tillgänglig, mangler opplysning, velg, vælg, välj, vänligen välj
  ei tietoa, ei määritelty, ei ilmoitettu, ei käytössä, ei annettu, ei ole, ei löydy, ei sovellu, valitse, ekki til
  ekki vitað, óþekkt, andmed puuduvad, teadmata, nav zināms, nav datu, nav norādīts, nav pieejams, nėra duomenų
  nenurodyta, nežinoma, nezināms
  brak danych, nie dotyczy, nie podano, nieznany, neuvedeno, není k dispozici, neznámý, nincs adat, ismeretlen
  brak informacji, brak nazwy, brak adresu, brak maila, brak strony, brak numeru, brak telefonu, nie wiadomo, nie posiada, nie nadano, nie przypisano
  nie ma, nie istnieje, nieznana, nieznane, nieokreślony, nieokreślono, nie określono, nie wypełniono, niedostępny
  niedostępne, do uzupełnienia, do ustalenia, wybierz, proszę wybrać
  neznámé, neznámá, neznámy, neznáma, nezadáno, nezadané, neurčeno, nedostupné, neuvedené, nevyplněno, bez údajů, žádné údaje
  bez názvu, není známo, nepodáno, nie je známe, nezistené, vyberte
  nincs megadva, nem elérhető, nem ismert, nincs információ, nem alkalmazható, nem áll rendelkezésre, nem adott meg, válasszon
  fără date, necunoscut, bilinmiyor, belirtilmemiş, veri yok
  fără informații, fără nume, nespecificat, nedisponibil, nu este cazul, nu se aplică, nu există, nu are, nu se cunoaște
  necompletat, necunoscută, nema podataka, nije dostupno, nije navedeno, nije poznato, nepoznato, nepoznat, bez podataka
  ni podatka, ni podatkov, neznano, ni na voljo, няма данни, няма информация, неизвестен, не е посочено, нема података
  непознато, непозната
  bilgi yok, belirtilmedi, belirtilmemis, mevcut değil, uygulanamaz, geçerli değil, bilinmeyen, girilmemiş, tanımsız
  seçiniz, lütfen seçiniz
  нет данных, не указано, не указан, неизвестно, немає даних, невідомо, не вказано
  нет информации, нет сведений, нет значения, нет сайта, нет почты, нет телефона, нет адреса, не указана, не указаны
  не задано, не задан, не заполнено, не заполнен, не определено, не определён, не применимо, неприменимо, неизвестный
  неизвестна, не найдено, не найден, отсутствует, отсутствуют, без названия, без имени, данные отсутствуют, пустое значение
  выберите, выберите значение, не выбрано, не присвоен, не назначен, немає інформації, не заповнено, відсутній, відсутня, відсутнє, невідомий, не визначено
  αγνωστο, άγνωστο, άγνωστος, δεν υπάρχει, δεν υπάρχουν, μη διαθέσιμο, δεν διατίθεται, δεν ισχύει, χωρίς στοιχεία
  該当なし, 未入力, 未設定, データなし, 不明, 暂无, 暂无数据, 不详, 未知, 未填写, 沒有資料, 해당없음, 해당 없음, 알 수 없음
  該当無し, 未登録, 未記入, 無記入, 未回答, 無回答, 記載なし, 情報なし, データ無し, 登録なし, 不詳, 非公開, 非公表, 未公表, 空白, 空欄
  選択してください, n/a(なし), 未记录, 未提供, 未录入, 未登记, 未知公司, 没有数据, 没有资料, 无数据, 无资料, 暂缺, 不适用, 未分配, 不適用, 请选择, 請選擇
  無資料, 未填寫, 資料不詳, 暫無, 不公开, 未公开, 保密, 데이터 없음, 데이터없음, 정보 없음, 정보없음, 미입력, 미기재, 미등록, 미상
  미확인, 알수없음, 확인 불가, 비공개, 선택하세요, 선택 안함
  لا يوجد, غير معروف, غير متوفر, غير محدد, غير متاح, لا ينطبق, لا توجد بيانات, لا شيء, غير مذكور, مجهول, بدون
  לא ידוע, לא זמין, לא רלוונטי, אין מידע, אין נתונים, לא צוין, نامشخص, موجود نیست, ندارد, ثبت نشده
  không có, không rõ, không xác định, chưa có, chưa cập nhật, không áp dụng, không có dữ liệu
  tidak ada, tidak tersedia, tidak diketahui, tidak ada data, belum ada, belum diisi, tiada maklumat, tidak berkenaan
  ไม่มี, ไม่มีข้อมูล, ไม่ระบุ, ไม่ทราบ, लागू नहीं, उपलब्ध नहीं, कोई नहीं, अज्ञात, জানা নেই, hakuna, haijulikani`)

const accents = /[\u0300-\u036f]/g
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', ß: 'ss' }
const withoutStroke = (text: string) =>
  text
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('đ', 'd')

/** A phrase as it is typed without accents, as a program's constant (`NOT_SET`), and with space around its stroke. */
function typedForms(phrase: string): string[] {
  const plain = withoutStroke(phrase.normalize('NFD').replaceAll(accents, '').normalize('NFC'))
  const spelledOut = phrase.replaceAll(/[äöüøåß]/g, (letter) => umlauts[letter] as string)
  return [phrase, plain, spelledOut].flatMap((form) => [
    form,
    ...(form.includes(' ')
      ? [form.replaceAll(' ', '_'), form.replaceAll(' ', '-'), form.replaceAll(' ', '')]
      : []),
    ...(/^\p{L}\/\p{L}+$/u.test(form)
      ? [form.replace('/', ' / '), form.replace('/', '\\'), form.replace('/', '|')]
      : []),
  ])
}

/** Phrases without their space that are names: the town Aucun, `Noinfo`. */
const joinedNames =
  /^(?:nomail|noid|noinfo|nodata|pickone|tbd|noentry|novalue|noone|niema|nohay|nuare|noche|velg)$/

export const PHRASES: ReadonlySet<string> = new Set(
  [...spelled].flatMap((phrase) =>
    typedForms(phrase).filter((form) => spelled.has(form) || !joinedNames.test(form)),
  ),
)

/** Words for nothing that are also names: Li Na, Nan Goldin, the family Null, a town called None. */
export const WORDS: ReadonlySet<string> = set(`
  na, nan, nil, nul, null, none, s/n, no name, empty, blank, unknown, tbd, tba, tbc, missing, unavailable, nd, nc, nv, ka, nvt, undef
  n-a, n_a, nada, nobody, no one, noone, nothing, redacted, withheld, confidential, hidden, unset, void, select, error
  keine, keiner, keines, kein, leer, ohne, fehlt, vertraulich, nichts, niemand, aucun, aucune, néant, neant, inconnu, inconnue, vide, sans
  confidentiel, rien, ninguno, ninguna, desconocido, desconocida, vacío, vacio, en blanco, confidencial, nenhum, nenhuma, desconhecido
  desconhecida, vazio, em branco, nessuno, nessuna, niente, sconosciuto, sconosciuta, vuoto, mancante, riservato, geen, leeg, niets, vertrouwelijk
  ingen, inget, intet, ingenting, saknas, mangler, puuttuu, tom, tomt, tyhjä, puudub
  brak, żaden, puste, pusty, žádný, žádná, žádné, prázdné, nincs, üres, yok, boş, нет, пусто, пустой, ничего, немає, няма, нема, жоқ, κενό
  なし, ナシ, ない, 無し, 無, 无, 空, 没有, 沒有, 空值, 없음, 미정, 未定, لايوجد, אין, 🚫, ❌, ✖, ✗, ✘, ⛔, ∅, ø`)

/** What stands in a column of ids for none, or names the column; in other columns most of it is a value. */
export const ID_WORDS: ReadonlySet<string> = set(`
  nn, n.n, n.b, s.n, s.d, s.i, s.o, b.d, n.e, n.r, n.s, n.v, n.n.b, n.a.d, w.o, \\0, \\\\n, xx, xxx, xxxx, xxxxx, test, testing, dummy, sample
  default, new, neu, auto, string, other, err, deleted, removed, private, w/o, nr, bd, n/h, n/appl
  true, false, yes, no, ja, nein, oui, non, sí, pending, unassigned, not assigned, not in crm, nicht im crm, no record
  infinity, -infinity, inf, object object, system.object, 0x0, wahr, falsch, vrai, faux, verdadero, falso, vero, да
  unknown id, sin asignar, sin id, nicht zugewiesen, nicht zugeordnet, keine id, ohne id, non attribué, sans id
  sem id, senza id, ohne nummer, same, see above, as above, siehe oben, wie oben, voir ci-dessus, ver arriba, ditto, dito, idem
  id, record id, contact id, account id, customer id, company id, lead id, crm id, external id, direct, walk-in`)

/** Of these, what programs write: a page or an account is never called so on purpose. */
export const PROGRAM_WORDS: ReadonlySet<string> = set(
  'na, nan, nil, null, none, unknown, undefined, unavailable',
)
