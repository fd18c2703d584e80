import { normalText } from '../../lib/text-normal.ts'
import type { ColumnMeaning } from './column-meanings.ts'

/** What columns are called in languages of other scripts, and in Turkish, Czech, Slovak, Hungarian, Romanian and others. */
const called: Partial<Record<ColumnMeaning, string>> = {
  name:
    'фио|полное имя|имя и фамилия|контактное лицо|контакт|піб|姓名|联系人|聯絡人|氏名|お名前|名前|担当者|担当者名|성명|이름|담당자|' +
    'ad soyad|adi soyadi|isim|yetkili|jmeno a prijmeni|meno a priezvisko|teljes nev|nume complet|' +
    'ονοματεπωνυμο|الاسم|الاسم الكامل|שם מלא|שם',
  'first name': 'имя|ім я|名|名字|下の名前|given|isim ad|meno|ime|ονομα|الاسم الأول|שם פרטי',
  'last name': 'фамилия|прізвище|姓|姓氏|苗字|성|soyadi|priezvisko|prezime|επωνυμο|اسم العائلة|שם משפחה',
  email:
    'эл почта|электронная почта|почта|адрес электронной почты|e mail адрес|імейл|ел пошта|' +
    'електронна пошта|имейл|邮箱|电子邮箱|电子邮件|邮件|郵箱|電子郵件|電郵|メール|メールアドレス|eメール|이메일|이메일 주소|전자우편|e posta|eposta|' +
    'e posta adresi|emailova adresa|e mailova adresa|email cim|adresa email|adresa de email|email adresa|' +
    'ηλεκτρονικο ταχυδρομειο|البريد الالكتروني|البريد الإلكتروني|אימייל|דוא ל|thu dien tu|surel',
  phone:
    'телефон|номер телефона|мобильный|мобильный телефон|моб телефон|тел|мобільний|电话|电话号码|手机|手机号|手机号码|電話|' +
    '手機|電話番号|携帯|携帯電話|携帯番号|전화|전화번호|휴대폰|휴대전화|telefon numarasi|cep telefonu|cep|telefonni cislo|' +
    'telefonne cislo|telefonszam|numar de telefon|τηλεφωνο|الهاتف|رقم الهاتف|الجوال|טלפון|נייד|' +
    'dien thoai|so dien thoai|telepon',
  company:
    'компания|организация|название компании|наименование|фирма|работодатель|предприятие|компанія|' +
    'організація|公司|公司名称|公司名稱|企业|企业名称|企業名稱|单位|会社|会社名|企業名|法人名|勤務先|회사|회사명|업체명|기업명|sirket adi|firma adi|' +
    'unvan|nazev firmy|nazov firmy|nazev spolecnosti|cegnev|nume firma|naziv|tvrtka|εταιρεια|επωνυμια|' +
    'الشركة|اسم الشركة|חברה|שם החברה|cong ty|ten cong ty|perusahaan|nama perusahaan',
  domain: 'домен|域名|网域|ドメイン|도메인|alan adi',
  website:
    'сайт|веб сайт|адрес сайта|вебсайт|网站|网址|公司网站|網站|網址|官网|ホームページ|ウェブサイト|サイト|홈페이지|웹사이트|web sitesi|' +
    'web adresi|internet sitesi|webova stranka|webove stranky|webstranka|weboldal|honlap|ιστοσελιδα|' +
    'الموقع الالكتروني|الموقع|אתר|אתר אינטרנט|trang web|situs web',
  profile: 'профиль|ссылка на профиль|领英|프로필|プロフィール',
  title:
    'должность|посада|职位|职务|職稱|職位|役職|肩書|職種|직책|직위|직함|unvani|gorev|pozisyon|pracovni pozice|' +
    'pracovna pozicia|functia|beosztasa|θεση|المسمى الوظيفي|المنصب|תפקיד|chuc vu|jabatan',
  country:
    'страна|країна|国家|國家|国|国名|국가|나라|stat|krajina|drzava|χωρα|الدولة|البلد|מדינה|quoc gia|negara',
  city: 'город|місто|城市|所在城市|市区町村|都市|도시|ilce|il|obec|mesto obec|grad|πολη|المدينة|עיר|thanh pho|kota',
  state: 'регион|область|край|省|省份|省市|都道府県|州|kraj region|νομος|المحافظة|tinh|provinsi',
  'postal code':
    'индекс|почтовый индекс|поштовий індекс|邮编|邮政编码|郵遞區號|郵便番号|우편번호|posta kodu|smerovaci cislo|cod postal|' +
    'postanski broj|ταχυδρομικος κωδικας|الرمز البريدي|מיקוד|kode pos',
  street:
    'улица|адрес|вулиця|адреса|住所|番地|cadde|sokak|acik adres|ulice|ulica|strada|οδος|διευθυνση|العنوان|' +
    'כתובת',
  location: 'местоположение|расположение|地址|所在地|地点|地點|위치|주소|konum',
  employees:
    'сотрудники|количество сотрудников|число сотрудников|численность|численность персонала|штат|' +
    'кількість працівників|员工数|员工人数|员工数量|人数|企业规模|公司规模|人員規模|員工人數|従業員数|社員数|직원수|직원 수|사원수|calisan sayisi|' +
    'personel sayisi|pocet zamestnancu|pocet zamestnancov|alkalmazottak szama|letszam|numar de angajati|' +
    'angajati|broj zaposlenih|αριθμος εργαζομενων|عدد الموظفين|מספר עובדים|so nhan vien|jumlah karyawan',
  revenue:
    'выручка|оборот|годовая выручка|годовой оборот|дохід|виторг|营业额|营收|年收入|年营业额|營業額|營收|売上|売上高|年商|매출|매출액|' +
    'ciro|yillik ciro|obrat|rocni obrat|trzby|arbevetel|cifra de afaceri|εσοδα|الإيرادات|הכנסות|' +
    'doanh thu|pendapatan',
  industry:
    'отрасль|сфера деятельности|галузь|行业|行業|产业|業種|業界|업종|산업|sektor|odvetvi|odvetvie|iparag|industrie|' +
    'κλαδος|القطاع|ענף|nganh|industri',
  description: 'описание|о компании|опис|描述|简介|公司简介|説明|概要|설명|aciklama|popis|leiras|descriere',
  founded:
    'год основания|дата основания|рік заснування|成立时间|成立年份|成立日期|設立|設立年|創業年|설립연도|설립일|설립|kurulus yili|' +
    'rok zalozeni|rok zalozenia|alapitas eve|anul infiintarii',
  date: 'дата|日期|日付|작성일|tarih|datum vytvoreni',
  id: 'ид|идентификатор|编号|序列号|識別子|아이디|kimlik',
  number: 'количество|сумма|数量|金额|수량|adet|miktar',
}

/** The same in the form that headings are compared in. */
export const headingsAbroad: ReadonlyMap<string, ColumnMeaning> = new Map(
  Object.entries(called).flatMap(([meaning, text]) =>
    text.split('|').map((heading) => [normalText(heading), meaning as ColumnMeaning] as const),
  ),
)
