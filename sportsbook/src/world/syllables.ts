/** `latin/cyrillic`, or `english/spanish/cyrillic`. */
export type Piece = string
export type Culture = {
  starts: readonly Piece[]
  middles: readonly Piece[]
  ends: readonly Piece[]
  surnames: readonly Piece[]
  /** Where women are named otherwise. */
  surnamesOfWomen?: readonly Piece[]
  given: { men: readonly Piece[]; women: readonly Piece[] }
}

const pieces = (text: string): Piece[] => text.split(' ')

const north: Culture = {
  starts: pieces(
    'hald/хальд sten/стен brun/брун vid/вид skar/скар ald/альд grim/грим eld/эльд torv/торв myr/мюр fjel/фьел ulv/ульв',
  ),
  middles: pieces('a/а e/е in/ин er/ер o/о i/и'),
  ends: pieces('vik/вик hejm/хейм sund/сунд dal/даль bro/бру foss/фосс nes/нес by/бю'),
  surnames: pieces('sen/сен gaard/гор strand/странд lund/лунд mark/марк quist/квист'),
  given: {
    men: pieces('Arvid/Арвид Jorun/Йорун Sverke/Сверке Halvar/Хальвар Egil/Эгиль Tjark/Тьярк'),
    women: pieces('Solvei/Сольвей Ingrun/Ингрун Thyra/Тюра Runa/Руна Alvhild/Альвхильд Signy/Сигню'),
  },
}
const islands: Culture = {
  starts: pieces(
    'thorn/торн wick/уик brad/брад ash/эш cray/крей hollow/холлоу mar/мар kelm/келм dun/дан wester/уэстер stave/стейв pen/пен',
  ),
  middles: pieces('en/ен le/ли ing/инг a/а er/ер y/и'),
  ends: pieces('ford/форд mere/мир combe/комб stow/стоу haven/хейвен wick/уик moor/мур gate/гейт'),
  surnames: pieces('field/филд wright/райт worth/уэрт by/би shaw/шоу lock/лок'),
  given: {
    men: pieces('Corwin/Корвин Edric/Эдрик Alden/Олден Bertram/Бертрам Rowan/Роуэн Garrick/Гаррик'),
    women: pieces('Elowen/Элоуэн Maren/Марен Isolde/Изольда Tamsin/Тамсин Briony/Брайони Rosalind/Розалинд'),
  },
}
const south: Culture = {
  starts: pieces(
    'val/валь mir/мир alb/альб cor/кор mont/монт torr/торр sol/соль par/пар carm/карм riv/рив guad/гуад lorc/лорк',
  ),
  middles: pieces('a/а e/е i/и o/о an/ан el/эль'),
  ends: pieces('dera/дера mosa/моса nava/нава cilla/силья rez/рес tana/тана leda/леда zuela/суэла'),
  surnames: pieces('rrez/ррес ndo/ндо lles/льес bar/бар rquez/ркес nte/нте'),
  given: {
    men: pieces('Lisardo/Лисардо Amaro/Амаро Teodoro/Теодоро Baltasar/Бальтасар Elio/Элио Fermín/Фермин'),
    women: pieces('Amparo/Ампаро Elvira/Эльвира Noemi/Noemí/Ноэми Jimena/Химена Leocadia/Леокадия Marisol/Марисоль'),
  },
}
const east: Culture = {
  starts: pieces(
    'bel/бел zar/зар krasn/красн ner/нер sok/сок vet/вет lub/люб mor/мор tikh/tij/тих yar/яр dob/доб rud/руд',
  ),
  middles: pieces('o/о e/е a/а i/и en/ен in/ин'),
  ends: pieces('gorsk/горск polye/polie/полье brod/брод lug/луг retsk/рецк mysk/мыск var/вар nitsa/ница'),
  surnames: pieces('venko/венко tsky/цкий mirov/миров bin/бин lyak/ляк dov/дов'),
  surnamesOfWomen: pieces('venko/венко tskaya/цкая mirova/мирова bina/бина lyak/ляк dova/дова'),
  given: {
    men: pieces('Radomir/Радомир Zoran/Зоран Matvey/Матвей Bogdan/Богдан Lubor/Любор Ostap/Остап'),
    women: pieces('Zlata/Злата Milana/Милана Vesna/Весна Darina/Дарина Lubava/Любава Yana/Яна'),
  },
}
const middle: Culture = {
  starts: pieces(
    'lanz/ланц bruck/брук erl/эрл wolf/вольф kalt/кальт stein/штайн grau/грау hir/хир wend/венд ober/обер linn/линн holt/хольт',
  ),
  middles: pieces('en/ен er/ер el/ель s/с ing/инг a/а'),
  ends: pieces('stadt/штадт bach/бах rode/роде furt/фурт wald/вальд kirch/кирх au/ау tal/таль'),
  surnames: pieces('mann/ман hoff/хоф eck/эк brand/бранд rich/рих lein/лейн'),
  given: {
    men: pieces('Ansgar/Ансгар Lorenz/Лоренц Volker/Фолькер Emmerich/Эммерих Falko/Фалько Ruprecht/Рупрехт'),
    women: pieces('Gesine/Гезине Lieselotte/Лизелотте Adelind/Аделинд Frauke/Фрауке Wiebke/Вибке Ortrun/Ортрун'),
  },
}
const sunrise: Culture = {
  starts: pieces(
    'hira/хира mizu/мидзу kage/кагэ nami/нами tora/тора shio/сио yuki/юки asa/аса haru/хару sora/сора kiri/кири tomo/томо',
  ),
  middles: pieces('no/но ga/га ya/я ka/ка da/да mi/ми'),
  ends: pieces('hama/хама zaki/дзаки shima/сима kawa/кава sato/сато mori/мори tani/тани oka/ока'),
  surnames: pieces('moto/мото mura/мура bayashi/баяси naka/нака se/сэ wara/вара'),
  given: {
    men: pieces('Ryosuke/Рёскэ Takumi/Такуми Haruki/Харуки Isamu/Исаму Jiro/Дзиро Masato/Масато'),
    women: pieces('Akane/Аканэ Chiyo/Тиё Natsuki/Нацуки Sayuri/Саюри Michiru/Митиру Fumie/Фумиэ'),
  },
}

export const cultures: readonly Culture[] = [north, islands, south, east, middle, sunrise]
