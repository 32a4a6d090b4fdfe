/**
 * The page's script: filters, and what a browser does not do by itself. It reads attributes that the page wrote, and
 * writes nothing but `hidden`, `open` and one sentence as text.
 */
export const SCRIPT = `(function () {
  'use strict';
  var byId = function (id) { return document.getElementById(id); };
  var filters = byId('filters');

  function reveal(element) {
    for (var at = element; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  }
  function arrive() {
    var id = location.hash.slice(1);
    var target = id === '' ? null : byId(id);
    if (target === null) return;
    if (target.closest('.runs') && target.closest('[hidden]')) clear();
    reveal(target);
    if (target.tabIndex === -1 || target.tagName === 'A') target.focus({ preventScroll: true });
    if (!target.classList.contains('sheet')) target.scrollIntoView({ block: target.tagName === 'A' ? 'center' : 'start' });
  }
  window.addEventListener('hashchange', arrive);
  document.addEventListener('keydown', function (event) {
    if (event.key !== 'Escape') return;
    var sheet = document.querySelector('.sheet:target');
    if (sheet !== null) location.hash = sheet.querySelector('.close').getAttribute('href');
  });
  window.addEventListener('beforeprint', function () {
    document.querySelectorAll('details').forEach(function (details) { details.open = true; });
  });

  if (filters === null) { arrive(); return; }
  var fields = ['edge', 'modality', 'fault', 'state', 'text'].map(function (name) { return byId('f-' + name); });
  var runs = Array.from(document.querySelectorAll('.run'));
  var words = runs.map(function () { return null; });

  function has(list, item) { return item === '' || (list || '').split('|').indexOf(item) !== -1; }
  function wordsOf(index) {
    if (words[index] === null) words[index] = runs[index].textContent.toLowerCase();
    return words[index];
  }
  function apply() {
    var values = fields.map(function (field) { return field.value; });
    var text = values[4].trim().toLowerCase();
    var byRow = values[0] !== '' || values[1] !== '' || values[2] !== '';
    var shown = 0;
    runs.forEach(function (run, index) {
      var rows = Array.from(run.querySelectorAll('tr[data-f]'));
      var fitting = 0;
      rows.forEach(function (row) {
        var fits = has(row.dataset.e, values[0]) && has(row.dataset.m, values[1]) && has(row.dataset.f, values[2]);
        row.hidden = !fits;
        if (fits) fitting += 1;
      });
      var fits = has(run.dataset.s, values[3]) && (!byRow || fitting > 0) && (text === '' || wordsOf(index).indexOf(text) !== -1);
      run.hidden = !fits;
      if (fits) shown += 1;
    });
    byId('no-match').hidden = shown > 0;
    byId('f-status').textContent = shown + ' of ' + runs.length + (runs.length === 1 ? ' run' : ' runs') + ' shown';
  }
  function clear() {
    fields.forEach(function (field) { field.value = ''; });
    apply();
  }
  fields.forEach(function (field) {
    field.addEventListener('input', apply);
    field.addEventListener('change', apply);
  });
  byId('f-clear').addEventListener('click', function () { clear(); fields[0].focus(); });
  filters.hidden = false;
  apply();
  arrive();
})();`;
