"""The words of seven everyday domains; `lexicon.py` explains the notation."""

TEXT = """
= kitchen
agents: chef/cook, waiter/server, baker, diner, butcher, barista, caterer, food critic,
  grandmother/grandma, host
places: in the kitchen, on the terrace/on the patio, at the market, beside the fireplace/next to
  the fireplace, in the dining room, under the chestnut tree
spots: fridge/refrigerator, table, counter/worktop, pantry/larder, cellar/basement, sink
objects: onion:f, carrot:f, tomato:f, mushroom:f, cucumber:f, potato:f, aubergine/eggplant:f,
  courgette/zucchini:f, cake:f, pie:f, biscuit/cookie:f, pancake:f, sandwich:f, soup*:s,
  coffee*:s, lemonade*:s, sauce*:s, porridge*:s, plate:t, bowl:t, frying pan/skillet:t,
  pot/saucepan:t, glass:t, cup/mug:t, jug/pitcher:t
do cut: slice/chop/cut up | slicing of | onion, carrot, tomato, mushroom, cucumber, aubergine,
  courgette | knife, cleaver
do peel: peel/~take the skin off | peeling of | potato, carrot, cucumber, onion | peeler, knife
do make: make/prepare | preparation of | soup, sauce, cake, pie, pancake, sandwich, lemonade,
  porridge | wooden spoon, whisk, blender/mixer
do eat: eat/consume/eat up | - | cake, pie, biscuit, pancake, sandwich, porridge | fork, spoon
do wash: wash/clean | washing of | plate, bowl, frying pan, pot, glass, cup, jug | sponge, brush,
  cloth/rag
do break: break/smash/shatter | - | plate, bowl, glass, cup, jug | -
do heat (cool): heat/warm up/heat up | heating of | soup, sauce, coffee, porridge | gas burner,
  microwave
do cool (heat): chill/cool/cool down | cooling of | soup, sauce, coffee, lemonade | ice pack, fan
do taste: taste/sample/try | tasting of | soup, sauce, cake, pie, lemonade, porridge | spoon,
  straw
give: plate, bowl, cake, pie, cup, jug, frying pan, sandwich
carry: plate, bowl, pot, jug, cake, cup, glass

= street
agents: police officer/cop, driver/motorist, cyclist/bike rider, pedestrian/walker, thief/robber,
  shopkeeper/shop owner, street musician/busker, postman/mailman, tourist/sightseer, beggar,
  construction worker/builder, teenager/adolescent
places: in the car park/in the parking lot, at the crossroads/at the intersection, on the bridge,
  in the tunnel/in the underpass, outside the town hall, behind the cinema/behind the movie
  theater
spots: pavement/sidewalk, garage, corner shop, church, fountain, bank
objects: car/automobile:v, truck/lorry:v, bicycle/bike:v, motorbike/motorcycle:v, van:v,
  taxi/cab:v, tram/streetcar:v, wallet/billfold:t, handbag/purse:t, umbrella:t, suitcase:t, mobile
  phone/cell phone:t, window:b, door:b, wall:b, gate:b, shop/store:b, poster/placard:t
do park: park | parking of | car, truck, bicycle, motorbike, van, taxi | -
do steal: steal/~make off with | theft of | bicycle, motorbike, wallet, handbag, suitcase,
  umbrella, mobile phone | -
do repair: repair/fix/mend | repair of | car, truck, bicycle, motorbike, taxi, window, door, gate
  | wrench/spanner, screwdriver, hammer
do open (close): open/open up | opening of | shop, gate, door, window | key, crowbar/pry bar
do close (open): close/shut | closing of | shop, gate, door, window | key, padlock
do find (lose): find/discover | discovery of | wallet, handbag, suitcase, umbrella, mobile phone |
  -
do lose (find): lose/mislay | - | wallet, handbag, suitcase, umbrella, mobile phone | -
do paint: paint/~put paint on | painting of | wall, gate, door, van, bicycle | brush, spray
  can/aerosol
do stop: stop/halt/bring {} to a stop | - | car, truck, motorbike, van, taxi, tram |
  torch/flashlight, whistle, red flag
do scratch: scratch/scrape | scratching of | car, van, taxi, door, motorbike | key, nail
give: bicycle, wallet, umbrella, mobile phone, suitcase, car, van, handbag, motorbike
carry: suitcase, bicycle, umbrella, poster, handbag

= office
agents: manager/boss, secretary/office assistant, accountant/bookkeeper, lawyer/attorney,
  programmer/software developer, director/executive, intern, client, consultant/adviser,
  cleaner/janitor, salesman, translator/interpreter
places: in the meeting room/in the conference room, in the lobby/in the foyer, in the canteen/in
  the cafeteria, on the third floor/on floor three, in the lift/in the elevator, at the head
  office/at headquarters
spots: desk, archive, copy room, mail room/post room, cupboard/cabinet, reception
objects: letter:d, report:d, contract/agreement:d, email/electronic mail message:d, budget:d,
  invoice/bill:d, proposal/suggestion:d, schedule/timetable:d, presentation:d, computer:t,
  printer:t, chair:t, laptop/notebook computer:t, lamp:t, box/carton:t, file/folder:d,
  application/request:d
do write: write/draft/compose | writing of | letter, report, email, proposal, presentation,
  contract | fountain pen, laptop/notebook computer, typewriter
do sign: sign/~put a signature on | signing of | letter, contract, budget, invoice, application |
  fountain pen, stylus, pencil
do read: read/read through | reading of | letter, report, contract, email, proposal, application,
  invoice | magnifying glass, tablet
do accept (reject): accept/approve | approval of | proposal, budget, contract, application,
  schedule | -
do reject (accept): reject/turn down/refuse | rejection of | proposal, budget, contract,
  application, schedule | -
do cancel: cancel/call off | cancellation of | contract, presentation, application | -
do fix: repair/fix | repair of | computer, printer, chair, laptop, lamp | screwdriver, pair of
  pliers
do check: check/examine/inspect | inspection of | contract, invoice, budget, report, printer, file
  | magnifying glass, checklist
do delete: delete/erase | deletion of | email, report, presentation, file, schedule | -
do delay: postpone/put off/delay | postponement of | presentation | -
give: report, computer, printer, laptop, chair, letter, box, file, lamp
carry: printer, box, chair, computer, lamp, file

= school
agents: teacher/schoolteacher, pupil/schoolchild, headmaster/school principal, librarian, boy/lad,
  girl, caretaker, parent, school nurse, bus driver, art teacher, exchange student
places: in the classroom, in the library, in the playground/in the schoolyard, in the gym/in the
  gymnasium, in the hallway/in the corridor, on the school bus
spots: blackboard/chalkboard, bookshelf/bookcase, storeroom, staff room, cloakroom, desk
objects: essay/composition:d, poem:d, book:t, dictionary:t, exam/examination:d, exercise:d,
  story/tale:d, map:t, picture/drawing:t, globe:t, question:d, answer:d, backpack/rucksack:t,
  pencil case:t, problem/puzzle:d, equation:d, lesson:d, textbook/schoolbook:t
do solve: solve/work out | solution of | problem, equation, exercise | calculator, pencil
do draw: draw/sketch | drawing of | map, picture | crayon, pencil, felt pen/marker
do mark: mark/grade/~give a grade to | grading of | essay, exam, exercise, answer, poem | red pen,
  rubber stamp
do learn: memorise/learn {} by heart | - | poem, story, answer, lesson | -
do forget (remember): forget | - | poem, answer, question, lesson, story | -
do remember (forget): remember/recall | - | poem, answer, question, lesson, story | -
do copy: copy/duplicate/~make a copy of | copying of | essay, map, picture, exam, exercise |
  photocopier/copy machine, scanner
do translate: translate/~make a translation of | translation of | poem, story, essay, lesson |
  dictionary, computer program/piece of software
do read: read | reading of | book, essay, poem, story, textbook, dictionary | -
do tear: rip up/tear up | - | essay, map, picture, exam | -
do explain: explain/clarify | explanation of | problem, equation, lesson, poem, question | globe,
  diagram/chart
give: book, dictionary, map, backpack, pencil case, globe, textbook, picture
carry: book, globe, backpack, map, dictionary, textbook

= home
agents: mother/mum, father/dad, neighbour/next-door neighbour, plumber, electrician, gardener,
  babysitter/nanny, grandfather/grandpa, lodger/tenant, landlord/property owner, cleaning lady,
  toddler/small child
places: in the living room/in the sitting room, in the bathroom, in the attic/in the loft, in the
  garden/in the yard, in the bedroom, on the balcony
spots: hall/hallway, shed, cellar/basement, garage, wardrobe/closet, porch
objects: sofa/couch:t, carpet/rug:t, curtain/drape:c, tap/faucet:t, pipe:t, lamp:t, mirror:t,
  clock:t, radiator/heater:t, blanket:c, shirt:c, coat:c, sweater/jumper:c, shelf:t, vase:t,
  rose:p, bush/shrub:p, tree:p, hedge:p, lawn:p, vacuum cleaner/hoover:t, television/tv set:t
do trim: trim/prune/cut back | pruning of | rose, bush, tree, hedge | pair of shears/pair of
  clippers, pair of scissors
do water: water/~give water to | watering of | rose, bush, tree, lawn | hose/hosepipe, watering
  can, bucket/pail
do wash: wash/launder | washing of | shirt, blanket, sweater, curtain, coat | bar of soap, washing
  machine/washer
do fix: fix/repair/mend | repair of | tap, pipe, lamp, radiator, clock, shelf, television, vacuum
  cleaner | wrench/spanner, screwdriver, roll of tape
do hang: hang up/put up | - | mirror, curtain, clock, shelf | hammer, drill
do iron: iron/press | ironing of | shirt, coat, curtain, blanket | -
do switchon (switchoff): switch on/turn on | - | lamp, radiator, television, vacuum cleaner |
  remote control, timer
do switchoff (switchon): switch off/turn off | - | lamp, radiator, television, vacuum cleaner |
  remote control, timer
do knock: knock over | - | vase, lamp, clock, mirror | -
do plant: plant | planting of | rose, bush, tree, hedge | spade/shovel, trowel
do sew: sew/stitch | sewing of | curtain, blanket, shirt, coat | needle, sewing machine
give: sofa, carpet, lamp, mirror, clock, coat, vase, blanket, television, sweater
carry: sofa, carpet, mirror, vase, television, lamp, clock, shelf

= hospital
agents: doctor/physician, nurse, surgeon, patient, dentist, midwife, paramedic/ambulance worker,
  visitor, medical student, pharmacist/chemist, therapist, receptionist
places: in the waiting room, in the operating theatre/in the operating room, at the pharmacy/at
  the chemist's, on the ward, in the intensive care unit, in the emergency room/in the casualty
  department
spots: ambulance, laboratory/lab, store cupboard/storage closet, recovery room, sickbed, nurses'
  station
objects: wound/injury:i, broken arm/fractured arm:n, tooth:n, pill/tablet:m, bandage:c,
  prescription:d, x-ray:d, blood sample:m, syringe:t, wheelchair:t, stretcher:t, thermometer:t,
  medicine*/medication*:m, diagnosis:d, bottle/flask:t
do clean: clean/disinfect | cleaning of | wound, syringe, wheelchair, stretcher, thermometer |
  alcohol wipe, sponge
do treat: treat/~give treatment to | treatment of | wound, broken arm, tooth | laser, splint
do extract: pull out/extract/remove | extraction of | tooth | pair of pliers/pair of forceps,
  string
do swallow: swallow/ingest | swallowing of | pill, medicine | -
do prescribe: prescribe/~write a prescription for | prescription of | pill, medicine, wheelchair,
  bandage | -
do examine: examine/inspect/~take a look at | examination of | wound, tooth, blood sample, broken
  arm, x-ray | microscope, torch/flashlight
do analyse: analyse/~carry out an analysis of | analysis of | blood sample, x-ray | computer,
  microscope
do confirm (doubt): confirm/verify | confirmation of | diagnosis, prescription | -
do doubt (confirm): doubt/~have doubts about | - | diagnosis, prescription | -
do change: change/replace | changing of | bandage, prescription, bottle | -
do count: count/~make a count of | counting of | pill, bandage, syringe, bottle | -
give: thermometer, wheelchair, bandage, syringe, bottle, medicine, stretcher
carry: wheelchair, stretcher, bottle, blood sample, medicine, syringe

= stage
agents: singer/vocalist, actor/performer, pianist/piano player, dancer, violinist/fiddler,
  conductor, painter/artist, sculptor, poet, composer/songwriter, photographer, magician/conjurer
places: in the theatre/in the playhouse, in the concert hall, at the museum, in the studio, in the
  old castle, at the jazz club
spots: stage, gallery, dressing room, workshop, truck/lorry, balcony
objects: song:d, symphony:d, dance:n, play/drama:d, painting/canvas:t, statue/sculpture:t,
  portrait:t, guitar:t, violin/fiddle:t, piano:t, drum:t, costume/outfit:c, mask:t, film/movie:d,
  novel:d, ticket:t, role/part:n
do perform: perform/~give a performance of | performance of | song, symphony, dance, play | -
do compose: compose/write | composition of | song, symphony | pencil, computer program/piece of
  software
do record: record/~make a recording of | recording of | song, symphony, play | microphone/mic,
  tape machine
do carve: carve/sculpt | carving of | statue, mask | chisel, knife
do admire (despise): admire | - | painting, statue, portrait, film, novel | -
do despise (admire): despise/loathe/detest | - | painting, statue, portrait, film, novel | -
do tune: tune/~adjust the tuning of | tuning of | guitar, violin, piano | tuning fork, electronic
  meter
do damage (restore): damage/~do damage to | - | painting, statue, violin, piano, portrait, mask |
  ladder, torch/flashlight
do restore (damage): restore/~do restoration work on | restoration of | painting, statue, violin,
  piano, portrait | brush, chisel
do rehearse: rehearse/practise | rehearsal of | song, play, dance, role, symphony | mirror,
  metronome
do finish (start): finish/complete | completion of | painting, statue, portrait, novel, song | -
do start (finish): start/begin | - | painting, statue, portrait, novel, song | -
give: painting, guitar, violin, drum, mask, ticket, statue, portrait, costume
carry: painting, statue, guitar, drum, costume, portrait, violin
"""
