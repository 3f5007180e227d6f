// SPDX-License-Identifier: BSD-3-Clause
// What a template's tags stand for: texts, truths, lists of things, and things with tags of their
// own.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace revprof {

class Tag;
using Tags = std::map<std::string, Tag>;
using TagList = std::vector<Tag>;

class Tag {
 public:
  Tag() = default;  // false
  explicit Tag(bool truth) : shown_(truth) {}
  Tag(std::string text)
      : shown_(true), text_(std::make_shared<const std::string>(std::move(text))) {}
  Tag(const char* text) : Tag(std::string(text)) {}
  Tag(Tags tags) : shown_(true), tags_(std::make_shared<const Tags>(std::move(tags))) {}
  Tag(TagList list)
      : shown_(!list.empty()), list_(std::make_shared<const TagList>(std::move(list))) {}

  // Whether a section of this name is shown: not for `false` and an empty list.
  bool shown() const { return shown_; }
  // nullptr where this is something else.
  const std::string* text() const { return text_.get(); }
  const TagList* list() const { return list_.get(); }
  // nullptr where this is no thing with tags, or has none of that name.
  const Tag* find(const std::string& name) const {
    if (tags_ == nullptr) return nullptr;
    const auto found = tags_->find(name);
    return found == tags_->end() ? nullptr : &found->second;
  }

 private:
  bool shown_ = false;
  std::shared_ptr<const std::string> text_;
  std::shared_ptr<const TagList> list_;
  std::shared_ptr<const Tags> tags_;
};

}  // namespace revprof
