// SPDX-License-Identifier: BSD-3-Clause
// What the UPC runtime and the program call.
#include <ctime>

#include "revprof/gasp/course.hpp"
#include "revprof/gasp/event_names.hpp"
#include "revprof/gasp/interface.h"
#include "revprof/gasp/rules.hpp"
#include "revprof/gasp/up_calls.h"
#include "revprof/gasp/user_events.hpp"

namespace revprof::gasp {

namespace {

bool is_on = true;

const EventNames& event_names() {
  static const EventNames names(revprof_upc_numbering == nullptr ? REVPROF_UPC_GNU
                                                                 : revprof_upc_numbering());
  return names;
}

// Of the program, whether it is predicted or not.
UserEvents& user_events() {
  static UserEvents events;
  return events;
}

// Before what is not an event of UPC's: the thread's clock is right then.
CallScope catch_up(UpcThread& thread) {
  book_last_get(thread);
  return CallScope(thread, Call::MPI_Pcontrol);
}

constexpr const char* compute_name = "revprof_compute";

void say(UpcThread& thread, const UserEvent& event, gasp_evttype_t type, va_list rest) {
  const CallScope scope = catch_up(thread);
  if (event.name == compute_name && type == GASP_ATOMIC) {
    CallScope::announce(thread, event.first(rest));
  } else if (type == GASP_START) {
    CallScope::begin_region(thread, event.name.c_str());
  } else if (type == GASP_END) {
    CallScope::end_region(thread);
  } else if (thread.trace != nullptr) {
    thread.trace->marker({event.text(rest), thread.engine->now()[0]});
  }
}

void open_call(UpcThread& thread, const Notification& told) {
  if (asks_again(thread, told)) {
    CallScope::take_part(thread);  // the loop that asks
  } else {
    book_last_get(thread);
    thread.scope.emplace(thread, told.event.call);
  }
  thread.event = &told.event;
}

void close_call(UpcThread& thread) {
  thread.event = nullptr;
  thread.scope.reset();
  if (thread.last_get.asks_again) CallScope::forget_computation(thread);
  thread.last_get.asks_again = false;
}

void apply(UpcThread& thread, const Notification& told) {
  const EventRule rule = rule_of(told.event.rule);
  if (!is_call(told.event.rule)) {
    const CallScope scope = catch_up(thread);
    return rule(thread, told);
  }
  if (told.type != GASP_END) {
    open_call(thread, told);
    rule(thread, told);
  }
  if (told.type == GASP_START || thread.event != &told.event) return;
  rule(thread, told);
  close_call(thread);
}

void tell(unsigned number, gasp_evttype_t type, const char* file, int line, va_list rest) {
  if (active_thread == nullptr || Asking::is_under_way()) return;
  UpcThread& thread = *active_thread;
  const GaspEvent* const event = event_names().find(number);
  const bool is_inside = thread.event != nullptr && !(event == thread.event && type == GASP_END);
  if (is_inside) return;
  if (event == nullptr) {
    const UserEvent* const own = user_events().find(number - event_names().first_of_user());
    if (own != nullptr) say(thread, *own, type, rest);
    return;
  }
  if (event->rule == GaspRule::nothing) return;
  const Arguments arguments(type == GASP_END ? event->end : event->start, rest);
  apply(thread, {*event, type, file, line, arguments});
}

int control(int on) {
  const bool before = is_on;
  is_on = on != 0;
  if (active_thread != nullptr && is_on != before && !Asking::is_under_way()) {
    UpcThread& thread = *active_thread;
    const CallScope scope = catch_up(thread);
    is_on ? thread.engine->thaw() : thread.engine->freeze();
  }
  return before ? 1 : 0;
}

std::uint64_t host_ticks() {
  std::timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec) * 1'000u;
}

std::uint64_t ticks() {
  if (active_thread == nullptr) return host_ticks();
  const CallScope scope = catch_up(*active_thread);
  return static_cast<std::uint64_t>(active_thread->engine->wtime());
}

}  // namespace
}  // namespace revprof::gasp

#define REVPROF_EXPORT __attribute__((visibility("default")))

extern "C" {

REVPROF_EXPORT gasp_context_t gasp_init(gasp_model_t model, int*, char***) {
  static char context;
  if (model == GASP_MODEL_UPC) revprof::begin_program();
  return reinterpret_cast<gasp_context_t>(&context);
}

REVPROF_EXPORT void gasp_event_notifyVA(gasp_context_t, unsigned int event, gasp_evttype_t type,
                                        const char* file, int line, int, va_list arguments) {
  revprof::gasp::tell(event, type, file, line, arguments);
}

REVPROF_EXPORT void gasp_event_notify(gasp_context_t, unsigned int event, gasp_evttype_t type,
                                      const char* file, int line, int column, ...) {
  va_list arguments;
  va_start(arguments, column);
  revprof::gasp::tell(event, type, file, line, arguments);
  va_end(arguments);
}

REVPROF_EXPORT int gasp_control(gasp_context_t, int on) { return revprof::gasp::control(on); }

REVPROF_EXPORT unsigned int gasp_create_event(gasp_context_t, const char* name,
                                              const char* description) {
  return revprof::gasp::event_names().first_of_user() +
         revprof::gasp::user_events().add(name, description);
}

REVPROF_EXPORT int pupc_control(int on) { return revprof::gasp::control(on); }

REVPROF_EXPORT unsigned int pupc_create_event(const char* name, const char* description) {
  return gasp_create_event(nullptr, name, description);
}

REVPROF_EXPORT void pupc_event_start(unsigned int event, ...) {
  va_list arguments;
  va_start(arguments, event);
  revprof::gasp::tell(event, GASP_START, nullptr, 0, arguments);
  va_end(arguments);
}

REVPROF_EXPORT void pupc_event_end(unsigned int event, ...) {
  va_list arguments;
  va_start(arguments, event);
  revprof::gasp::tell(event, GASP_END, nullptr, 0, arguments);
  va_end(arguments);
}

REVPROF_EXPORT void pupc_event_atomic(unsigned int event, ...) {
  va_list arguments;
  va_start(arguments, event);
  revprof::gasp::tell(event, GASP_ATOMIC, nullptr, 0, arguments);
  va_end(arguments);
}

REVPROF_EXPORT void pupc_event_notify(unsigned int event, gasp_evttype_t type, const char* file,
                                      unsigned int line, unsigned int column, ...) {
  va_list arguments;
  va_start(arguments, column);
  revprof::gasp::tell(event, type, file, static_cast<int>(line), arguments);
  va_end(arguments);
}

REVPROF_EXPORT pupc_tick_t pupc_ticks_now(void) { return revprof::gasp::ticks(); }
REVPROF_EXPORT uint64_t pupc_ticks_to_us(pupc_tick_t ticks) { return ticks / 1'000'000; }
REVPROF_EXPORT uint64_t pupc_ticks_to_ns(pupc_tick_t ticks) { return ticks / 1'000; }
REVPROF_EXPORT double pupc_tick_granularity(void) { return 1e-6; }
REVPROF_EXPORT double pupc_tick_overhead(void) { return 0; }

}  // extern "C"
