"""Names of speakers: which words before a colon may be one, and which are surely the name of someone."""

import re
from typing import Final

_THINGS: Final = """
    note notes warning tip tips hint caution important attention example examples summary description title
    name date time status type version author authors input output result results returns args arguments
    parameters params usage step steps error errors info debug warn fatal trace critical notice todo fixme
    question answer q a problem solution cause fix subject from to cc bcc re fw fwd sent reply-to http https
    ftp mailto file url link links source sources reference references see address phone tel fax email e-mail
    website location place price total amount quantity id no number key value default required optional
    priority severity category tags tag label labels assignee reporter component environment expected actual
    abstract keywords introduction background conclusion objective objectives methods purpose scope figure fig
    table chapter section part appendix day week month year ps p.s nb n.b i.e e.g etc update updated created
    modified license copyright 注意 警告 提示 备注 说明 示例 例如 例 比如 标题 名称 日期 时间 地点 地址 电话
    传真 邮箱 网址 状态 类型 版本 作者 来源 参考 摘要 关键词 结论 总结 目的 范围 方法 步骤 结果 输入 输出 返回
    参数 问题 原因 解决 解决方案 解决办法 问 答 答案 主题 发件人 收件人 抄送 发送时间 编号 序号 数量 金额 价格
    单位 总计 合计 附件 优先级 负责人 处理人 如下 包括 其中 格式 语法 用法 默认值 必填 可选 图 表 章 节 第一
    第二 第三 首先 其次 最后 另外 因此 但是
"""
_NO_NAMES: Final = frozenset(_THINGS.split())
"""Words before a colon that name a thing said, not who says it."""

_ROLES: Final = re.compile(
    r"(?:user|assistant|human|ai|bot|chatbot|system|agent|customer|client|support|operator|representative|rep|caller|interviewer"
    r"|interviewee|host|guest|moderator|narrator|doctor|patient|teacher|student|attorney|witness|the court|judge|me|you"
    r"|(?:speaker|participant|person|voice|caller|guest|user|agent)[ _-]?[a-z0-9]{1,3}"
    r"|客服|人工客服|智能客服|用户|客户|顾客|买家|卖家|坐席|座席|助手|助理|机器人|主持人|嘉宾|记者|采访者|受访者|访谈者|医生|患者|老师|学生|律师|法官|证人|甲方?|乙方?|系统"
    r"|(?:说话人|发言人|与会者|用户|客服)\s?[a-z0-9一二三四五六七八九十]{1,4})",
    re.IGNORECASE,
)
"""What people are called by their part in a conversation."""

_LEVEL: Final = re.compile(r"(?:trace|debug|info|notice|warn(?:ing)?|error|fatal|critical|severe)\b", re.IGNORECASE)
_PHONE: Final = re.compile(r"\+?\d[\d ()-]{6,20}")
_SYMBOLS: Final = re.compile("[\u200d-\u200f\u2190-\u2bff\ufe0f\U0001f000-\U0001faff~]+")
"""Emoji and other signs that people have in their names."""
_CASED: Final = re.compile(r"(?:[^\W\d_][\w.'’]*,?\s?){1,3}")
_HAN: Final = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3·]{2,6}")
_ASIDE: Final = re.compile(r"\s?[(（][^()（）]{1,30}[)）]$")
_SURNAMES: Final = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖"
    "石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔汤康易乔赖文欧阳司徒上官诸葛"
    "張劉陳楊黃趙吳孫馬羅鄭謝許韓馮鄧蔣葉蘇呂盧鍾譚陸範賈鄒龔邵錢嚴湯喬賴歐陽"
    "小老阿"
)
"""Characters that nearly all Chinese names begin with: surnames, and what familiar names have before them."""
_SENTENCE: Final = re.compile(r"(?<=[a-z]{3})\.\s|[!?;]\s|,\s[a-z]|[。！？；，、]")


def can_speak(name: str) -> bool:
    """Whether `name` may be that of a speaker: few words, none of them one that names a thing.

    >>> can_speak("Dr. Li Wei"), can_speak("Example"), can_speak("First, open the door"), can_speak("张三")
    (True, False, False, True)
    """
    name = name.strip()
    plain = name.casefold().strip(".")
    wide = sum(char > "\u2e7f" for char in name)
    return (
        plain not in _NO_NAMES
        and plain.rstrip(" #0123456789") not in _NO_NAMES
        and (any(map(str.isalpha, name)) or _PHONE.fullmatch(name) is not None)
        and not _LEVEL.match(name)
        and not _SENTENCE.search(name)
        and len(name.split()) <= 5
        and wide <= 12
    )


def is_role(name: str) -> bool:
    """Whether `name` is what someone is called by the part taken in a conversation.

    >>> is_role("Assistant"), is_role("Speaker 2"), is_role("客服"), is_role("Alice")
    (True, True, True, False)
    """
    return _ROLES.fullmatch(name) is not None


def is_person(name: str) -> bool:
    """Whether `name` is written as names of people are; those with hyphens could be fields (`Content-Type`).

    >>> is_person("Alice Li"), is_person("张三"), is_person("Łukasz 🎸"), is_person("disk usage")
    (True, True, True, False)
    """
    plain = _plain(name)
    if _CASED.fullmatch(plain):
        return all(word[0].isupper() for word in plain.split()) or _HAN.fullmatch(plain) is not None
    return _HAN.fullmatch(plain) is not None


def is_surely_person(name: str) -> bool:
    """Whether `name` is that of a person even if it comes but once: fields have names as well.

    >>> [is_surely_person(name) for name in ("王小明", "套餐费", "Alice", "Order Number")]
    [True, False, True, False]
    """
    plain = _plain(name)
    if _HAN.fullmatch(plain):
        return plain[0] in _SURNAMES
    return is_person(name) and plain.split()[-1].casefold() not in _NO_NAMES


def _plain(name: str) -> str:
    """`name` without signs and what stands in brackets behind it."""
    return _ASIDE.sub("", _SYMBOLS.sub("", name).strip()).strip()
