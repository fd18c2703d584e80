import type { Industry } from '../../../../corpus/records/index.ts'

/** Trades whose plural names companies by itself (`distilleries`, `care homes`), by the standard industry they are of. */
export const trades: readonly (readonly [Industry, string])[] = [
  ['Aerospace & Military', 'satellite operator'],
  ['Arts & Music', 'theatres, theaters, art gallery, orchestras, opera house'],
  [
    'Automotive',
    'garages, car dealership, autohaus, autohäuser, werkstätten, officine, garagiste, concessionnaire',
  ],
  ['Construction', 'pool builder, home builder, housebuilder'],
  ['Consumer Goods', 'perfumers, watchmakers'],
  [
    'Consumer Services',
    'hair salon, hairdresser salon, nail salon, spas, funeral home, laundries, dry cleaner, dating app, daycare, kita, kitas, coiffeur salon, peluquería, peluquerías, parrucchieri',
  ],
  [
    'Education',
    'bootcamps, coding school, nurseries, autoécole, autoécoles, fahrschule, fahrschulen, autoescuela, autoescuelas',
  ],
  [
    'Energy',
    'wind farm, wind farm operator, solar farm, charging network, energy supplier, power plant operator',
  ],
  ['Entertainment', 'nightclubs, cinemas, theme park, amusement park, casinos, dj school'],
  ['Environmental', 'recyclers'],
  [
    'Farming & Agriculture',
    'dairy farm, fish farm, fisheries, sawmills, greenhouses, poultry farm, plant nurseries',
  ],
  ['Finance', 'crypto exchange, lenders, mortgage lenders, credit fund, stock exchange, reits'],
  [
    'Food & Beverage',
    'fast food, fast food chain, distilleries, coffee roaster, cafes, cafés, pubs, bars, dairies, food truck, pizzeria, pizzerias, trattoria, trattorie, molkerei, molkereien, metzgerei, metzgereien, röster, cafetería, cafeterías, heladería, gelateria, gelaterie, pasticceria, pasticcerie, pâtisserie, pâtisseries, caffè, chocolatier, distillerie, destillerie, destillerien, lechería, panadería, panaderías, queijaria',
  ],
  [
    'Government',
    'city councils, councils, police department, fire department, ministries, town hall, public authority, embassies, ayuntamiento, ayuntamientos, mairie, mairies, rathaus, rathäuser, ministerium, ministerien, comune italiano',
  ],
  ['Business Services', 'printers'],
  ['Software', 'software house'],
  ['Hardware', 'chip designer'],
  [
    'Healthcare',
    'care home, nursing home, retirement home, hospices, animal hospital, vet clinic, vets, diagnostics lab, rehab center, rehab centre, altenheim, altenheime, pflegeheim, pflegeheime, pflegedienst, pflegedienste, zahnarztpraxis, zahnarztpraxen, arztpraxis, arztpraxen, residencia de ancianos, residencias de ancianos, maison de retraite, maisons de retraite, ehpad, casa di riposo, case di riposo, farmácia, farmácias',
  ],
  ['Hospitality', 'campsites, ski resort, bed and breakfast, b&b, motels, ferienpark, campings, gîte, gîtes'],
  [
    'Industrials',
    'machine builder, shipyards, werkzeugbauer, werft, werften, chantier naval, chantiers navals, astillero, astilleros, cantiere navale, cantieri navali',
  ],
  ['Information Technology', 'msps, system integrator, systems integrator, esn, ssii'],
  ['Insurance', 'reinsurers, insurance carrier, mutual insurer'],
  ['Legal', 'notary office, étude de notaires, études de notaires, notaría, notarías, notariat, notariate'],
  ['Life Sciences', 'drugmakers, contract research organization, biotech lab'],
  [
    'Logistics',
    'movers, port operator, shipping line, parcel service, umzugsunternehmen, déménageur, déménageurs',
  ],
  [
    'Manufacturing',
    'foundries, steelmakers, paper mill, textile mill, contract manufacturer, steel mill, giesserei, gießerei, gießereien, stahlwerk, stahlwerke, fonderie, fonderies, fonderia, papierfabrik, papierfabriken, fundición, fundiciones',
  ],
  ['Media', 'radio station, tv station, television station, tv channel, magazines, news site, broadcasters'],
  ['Mining', 'quarries, coal mines, coal miner, gold miner, mines'],
  [
    'Nonprofit',
    'churches, trade union, chamber of commerce, trade associations, associations, professional body, political party, think tank, verein, vereine, gewerkschaft, gewerkschaften, fundación, fundaciones, associação, associazioni',
  ],
  [
    'Real Estate',
    'self storage, housing associations, property developer, parking operator, wohnungsbaugesellschaft, wohnungsbaugesellschaften, promotor inmobiliario, promoteur immobilier, promoteurs immobiliers',
  ],
  [
    'Retail',
    'convenience store, drugstores, bookshops, bookstores, furniture store, jewellers, jewelers, florists, grocery store, grocers, department store, discounters, hardware store, garden centre, garden center, toy store, shoe store, buchhandlung, buchhandlungen, supermarché, supermarchés, supermercado, supermercados, supermercato, supermercati, supermarkt, supermärkte, ferretería, ferreterías, librería, librerías, libreria, librerie, librairie, librairies',
  ],
  [
    'Sports',
    'football club, soccer club, golf club, golf course, tennis club, sports club, palestra, palestre, gimnasio, gimnasios, fitnessstudio, fitnessstudios, salle de sport, salles de sport',
  ],
  ['Telecom', 'mobile network'],
  ['Trade', 'importers, exporters, wholesalers'],
  [
    'Transportation',
    'bus operator, airports, cruise line, ferry operator, ports, hauliers, busunternehmen, autocariste, autocaristes, transportista, transportistas, autotrasportatori',
  ],
  ['Utilities', 'water supplier, gas utility, grid operator, network operator, netzbetreiber'],
  ['Venture Capital', 'incubators, accelerators, venture capital fund, growth fund, buyout fund'],
]

/** Words for sectors that come before `companies`, `space` and the like, and name no company by themselves. */
export const sectors: readonly (readonly [Industry, string])[] = [
  ['Aerospace & Military', 'satellite, satellites, rocketry'],
  ['Automotive', 'motorcycle, e mobility, emobility, autonomous driving, autonomous vehicles'],
  ['Business Services', 'translation, localization, printing'],
  ['Consumer Goods', 'skincare, footwear, sportswear, jewellery, jewelry, perfume'],
  ['Consumer Services', 'childcare, wellness, dating'],
  [
    'Energy',
    'hydrogen, biofuels, biofuel, photovoltaic, photovoltaics, photovoltaik, natural gas, heat pumps, wasserstoff',
  ],
  ['Environmental', 'water treatment, carbon removal, circular economy'],
  ['Farming & Agriculture', 'forestry, fishing, dairy farming, horticulture, aquaculture'],
  ['Finance', 'buy now pay later, bnpl, regtech, consumer lending, open banking'],
  [
    'Food & Beverage',
    'wine, beer, coffee, dairies, snack, pet food, organic food, plant based food, alt protein, alternative protein, confectionery',
  ],
  ['Hardware', 'iot, internet of things, wearables, semiconductor equipment, photonics, sensors, smart home'],
  [
    'Healthcare',
    'diagnostics, medical imaging, elderly care, home care, dentistry, fertility, dental care, orthopedics, ophthalmology',
  ],
  ['Industrials', 'hvac, elevators, pumps'],
  [
    'Manufacturing',
    '3d printing, additive manufacturing, steel, paper, glass, ceramics, rubber, kunststoff, stahl, papier, metall, metal, metalworking',
  ],
  ['Media', 'podcasting, video streaming, digital media'],
  ['Real Estate', 'facility management, parking'],
  ['Retail', 'quick commerce, secondhand, second hand fashion, pet supplies'],
  [
    'Software',
    'hr software, legal software, accounting software, cloud software, developer tooling, workflow automation, salestech, sales tech, edge software',
  ],
]
