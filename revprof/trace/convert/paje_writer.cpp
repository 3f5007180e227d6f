// SPDX-License-Identifier: BSD-3-Clause
// Containers: the machine, its nodes, their processes. A process's states are pushed and popped.
#include "revprof/trace/convert/paje_writer.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>

namespace revprof {

namespace {

enum Event {
  define_container_type,
  define_state_type,
  define_link_type,
  define_entity_value,
  create_container,
  destroy_container,
  push_state,
  pop_state,
  start_link,
  end_link,
  define_event_type,
  new_event,
  define_variable_type,
  set_variable,
  push_state_at
};

// What the lines below hold, by number.
constexpr const char* header =
    "%EventDef PajeDefineContainerType 0\n%  Alias string\n%  Type string\n%  Name string\n"
    "%EndEventDef\n"
    "%EventDef PajeDefineStateType 1\n%  Alias string\n%  Type string\n%  Name string\n"
    "%EndEventDef\n"
    "%EventDef PajeDefineLinkType 2\n%  Alias string\n%  Type string\n%  StartContainerType "
    "string\n"
    "%  EndContainerType string\n%  Name string\n%EndEventDef\n"
    "%EventDef PajeDefineEntityValue 3\n%  Alias string\n%  Type string\n%  Name string\n"
    "%  Color color\n%EndEventDef\n"
    "%EventDef PajeCreateContainer 4\n%  Time date\n%  Alias string\n%  Type string\n"
    "%  Container string\n%  Name string\n%EndEventDef\n"
    "%EventDef PajeDestroyContainer 5\n%  Time date\n%  Type string\n%  Name string\n%EndEventDef\n"
    "%EventDef PajePushState 6\n%  Time date\n%  Type string\n%  Container string\n"
    "%  Value string\n%EndEventDef\n"
    "%EventDef PajePopState 7\n%  Time date\n%  Type string\n%  Container string\n%EndEventDef\n"
    "%EventDef PajeStartLink 8\n%  Time date\n%  Type string\n%  Container string\n"
    "%  Value string\n%  StartContainer string\n%  Key string\n%EndEventDef\n"
    "%EventDef PajeEndLink 9\n%  Time date\n%  Type string\n%  Container string\n"
    "%  Value string\n%  EndContainer string\n%  Key string\n%EndEventDef\n"
    "%EventDef PajeDefineEventType 10\n%  Alias string\n%  Type string\n%  Name string\n"
    "%EndEventDef\n"
    "%EventDef PajeNewEvent 11\n%  Time date\n%  Type string\n%  Container string\n"
    "%  Value string\n%EndEventDef\n"
    "%EventDef PajeDefineVariableType 12\n%  Alias string\n%  Type string\n%  Name string\n"
    "%  Color color\n%EndEventDef\n"
    "%EventDef PajeSetVariable 13\n%  Time date\n%  Type string\n%  Container string\n"
    "%  Value double\n%EndEventDef\n"
    "%EventDef PajePushState 14\n%  Time date\n%  Type string\n%  Container string\n"
    "%  Value string\n%  Place string\n%EndEventDef\n";

// Names may hold anything, a quoted word of Paje may not.
std::string paje_word(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const bool plain = c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20;
    result += plain ? c : '\'';
  }
  return result + '"';
}

std::string in_seconds(SimTime time) { return decimal(time, 12); }
std::string container(int rank) { return "p" + std::to_string(rank); }

// Computation green, calls by their name, so that every trace shows the same one alike.
std::string color(const Step& step) {
  if (step.kind == Step::Kind::compute) return "\"0.35 0.70 0.35\"";
  std::uint32_t hash = 2166136261u;
  for (const char c : step.name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  const auto part = [&](int shift) { return 0.35 + 0.6 * ((hash >> shift) % 64) / 63.0; };
  char text[40];
  std::snprintf(text, sizeof(text), "\"%.2f %.2f %.2f\"", part(3), part(11), part(19));
  return text;
}

}  // namespace

PajeWriter::PajeWriter(const std::string& path, const RunTraces& traces, const Target& target)
    : file_(path), target_(target) {
  const std::string machine = target.machine.empty() ? traces.program : target.machine;
  file_ << header;
  file_ << define_container_type << " M 0 \"machine\"\n";
  file_ << define_container_type << " N M \"node\"\n";
  file_ << define_container_type << " P N \"process\"\n";
  file_ << define_state_type << " S P \"state\"\n";
  file_ << define_link_type << " L M P P \"message\"\n";
  file_ << define_event_type << " K P \"marker\"\n";
  file_ << define_entity_value << " message L \"message\" \"0.2 0.2 0.2\"\n";
  file_ << create_container << " " << in_seconds(0) << " m M 0 " << paje_word(machine) << "\n";
}

void PajeWriter::process(const TraceStepReader& reader) {
  const int rank = reader.rank(), node = target_.node(rank);
  const std::string node_alias = "n" + std::to_string(node);
  if (nodes_.emplace(node, true).second) {
    file_ << create_container << " " << in_seconds(0) << " " << node_alias << " N m "
          << paje_word("node " + std::to_string(node)) << "\n";
  }
  file_ << create_container << " " << in_seconds(0) << " " << container(rank) << " P " << node_alias
        << " " << paje_word("process " + std::to_string(rank)) << "\n";
  ranks_.push_back(rank);
}

const std::string& PajeWriter::state(const Step& step) {
  const bool region = step.kind == Step::Kind::region_begin;
  const std::string key = (region ? "region " : "") + std::string(step.name);
  const auto known = states_.find(key);
  if (known != states_.end()) return known->second;
  const std::string alias = "s" + std::to_string(states_.size());
  file_ << define_entity_value << " " << alias << " S " << paje_word(step.name) << " "
        << color(step) << "\n";
  return states_.emplace(key, alias).first->second;
}

void PajeWriter::push(const TraceStepReader& reader, const Step& step) {
  const std::string& value = state(step);
  const std::string_view place =
      step.kind == Step::Kind::call ? reader.place(step) : std::string_view();
  file_ << (place.empty() ? push_state : push_state_at) << " " << in_seconds(step.begin) << " S "
        << container(reader.rank()) << " " << value;
  if (!place.empty()) file_ << " " << paje_word(place);
  file_ << "\n";
}

void PajeWriter::pop(int rank, SimTime time) {
  file_ << pop_state << " " << in_seconds(time) << " S " << container(rank) << "\n";
  last_ = std::max(last_, time);
}

void PajeWriter::begin(const TraceStepReader& reader, const Step& step) {
  end_links(step.begin);
  if (step.kind == Step::Kind::marker) return marker(reader.rank(), step);
  if (step.kind == Step::Kind::counter) return counter(reader.rank(), step);
  if (step.kind == Step::Kind::region_end) return pop(reader.rank(), step.begin);
  push(reader, step);
}

void PajeWriter::detail(const TraceStepReader& reader, const Step&, const Detail& detail) {
  if (!detail.matched) return;
  const int rank = reader.rank();
  end_links(detail.time);
  if (const auto* moved = std::get_if<TransferEvent>(&detail.what)) {
    transfer(rank, detail.time, *moved);
  } else if (const auto* sent = std::get_if<SendEvent>(&detail.what)) {
    file_ << start_link << " " << in_seconds(detail.time) << " L m message " << container(rank)
          << " " << ends_.number(MessageKey::of(*sent, rank), MessageEnd::sent) << "\n";
  } else if (const auto* received = std::get_if<MessageEvent>(&detail.what)) {
    file_ << end_link << " " << in_seconds(detail.time) << " L m message " << container(rank) << " "
          << ends_.number(MessageKey::of(*received, rank), MessageEnd::received) << "\n";
  }
}

void PajeWriter::end(const TraceStepReader& reader, const Step& step) {
  end_links(step.end);
  pop(reader.rank(), step.end);
}

void PajeWriter::transfer(int rank, SimTime time, const TransferEvent& moved) {
  const int from = moved.fetched ? moved.peer : rank, to = moved.fetched ? rank : moved.peer;
  file_ << start_link << " " << in_seconds(time) << " L m message " << container(from) << " t"
        << transfers_ << "\n";
  arrivals_.push({std::max(time, moved.arrived), to, transfers_++});
}

void PajeWriter::end_links(SimTime until) {
  for (; !arrivals_.empty() && arrivals_.top().time <= until; arrivals_.pop()) {
    const Arrival& arrival = arrivals_.top();
    file_ << end_link << " " << in_seconds(arrival.time) << " L m message "
          << container(arrival.rank) << " t" << arrival.number << "\n";
    last_ = std::max(last_, arrival.time);
  }
}

void PajeWriter::marker(int rank, const Step& step) {
  file_ << new_event << " " << in_seconds(step.begin) << " K " << container(rank) << " "
        << paje_word(step.name) << "\n";
}

void PajeWriter::counter(int rank, const Step& step) {
  auto known = counters_.find(step.name);
  if (known == counters_.end()) {
    const std::string alias = "v" + std::to_string(counters_.size());
    file_ << define_variable_type << " " << alias << " P " << paje_word(step.name)
          << " \"0.2 0.4 0.8\"\n";
    known = counters_.emplace(std::string(step.name), alias).first;
  }
  char value[32];
  std::snprintf(value, sizeof value, "%.17g", step.value);
  file_ << set_variable << " " << in_seconds(step.begin) << " " << known->second << " "
        << container(rank) << " " << value << "\n";
}

// A nanosecond after the end: readers leave out what begins when its container ends.
void PajeWriter::close() {
  end_links(end_of_time);
  const std::string end = in_seconds(last_ + 1000);
  for (const int rank : ranks_) {
    file_ << destroy_container << " " << end << " P " << container(rank) << "\n";
  }
  for (const auto& [node, made] : nodes_) {
    file_ << destroy_container << " " << end << " N n" << node << "\n";
  }
  file_ << destroy_container << " " << end << " M m\n";
  file_.close();
}

}  // namespace revprof
